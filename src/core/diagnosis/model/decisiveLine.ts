import { type Evidence, outputOf } from './evidence.ts';

const longest = 300;
const errorLine =
  /^(?:\[?[\w .:-]{0,40}\]?\s*)?(?:[A-Z]\w{0,40})?(?:Error|Exception|panic|fatal|FATAL|ERROR|error)\b[^\n]{0,40}[:\]]/;
const stackLine = /^\s*(?:at |File "|\.{3} |\^+\s*$|~+|goroutine \d|stack backtrace|note: |from |throw )/;
const trouble =
  /\b(?:error|fail(?:ed|ure|s)?|fatal|cannot|can't|could not|couldn't|unable|denied|refused|invalid|missing|not found|not provided|required|doesn't|does not|unknown|unsupported|exceeded|already)\b/i;
/** Lines of Node and npm that accompany every failure. */
const noise =
  /^(?:Node\.js v\d|npm (?:warn|notice|WARN)\b|npm (?:ERR!|error) (?:code \w+$|A complete log)|node:internal\/|[\s╔╗╚╝═║─│╭╮╰╯*=-]+$)/;

/** The line that says what happened: that of the error and not that of its stack, nor the last one of all. */
export function decisiveLine(evidence: Evidence): string | undefined {
  const lines = outputOf(evidence)
    .split('\n')
    .map((line) => line.replace(/^[\s│║╰├─▶×❌🚨✖✗•*>]+/u, '').trim())
    .filter((line) => line !== '' && !noise.test(line));
  const found =
    pythonError(lines) ??
    lines.find((line) => errorLine.test(line)) ??
    beforeStack(lines) ??
    lines.find((line) => trouble.test(line) && !stackLine.test(line)) ??
    lines.at(-1);
  return found?.slice(0, longest);
}

/** Python puts the error behind its traceback. */
function pythonError(lines: readonly string[]): string | undefined {
  const at = lines.findLastIndex((line) => line.startsWith('Traceback '));
  if (at < 0) return undefined;
  return lines
    .slice(at + 1)
    .find(
      (line) =>
        /^[A-Za-z_][\w.]{0,80}(?:Error|Exception|Exit|Interrupt|Warning)?(?::|$)/.test(line) && !stackLine.test(line),
    );
}

function beforeStack(lines: readonly string[]): string | undefined {
  const at = lines.findIndex((line) => stackLine.test(line));
  return at > 0 ? lines[at - 1] : undefined;
}
