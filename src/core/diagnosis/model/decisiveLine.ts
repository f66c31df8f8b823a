import { type Evidence, outputOf } from './evidence.ts';

const longest = 300;
const errorLine =
  /^(?:\[?[\w .:-]{0,40}\]?\s*)?(?:[A-Z]\w{0,40})?(?:Error|Exception|panic|fatal|FATAL|ERROR|error)\b[^\n]{0,40}[:\]]/;
const stackLine = /^\s*(?:at |File "|\.{3} |\^+\s*$|~+|goroutine \d|stack backtrace|note: |from |throw )/;
const trouble =
  /\b(?:error|fail(?:ed|ure|s)?|fatal|cannot|can't|could not|couldn't|unable|denied|refused|invalid|missing|not found|not provided|required|doesn't|does not|unknown|unsupported|exceeded|already)\b/i;
/** Lines of Node and npm that accompany every failure. */
const noise =
  /^(?:exit status \d+$|Node\.js v\d|npm (?:warn|notice|WARN)\b|npm (?:ERR!|error) (?:code \w+$|A complete log)|node:internal\/|triggerUncaughtException|\(Use `node |\^+$|[\s╔╗╚╝═║─│╭╮╰╯*=-]+$)/;

/** The line that says what happened: that of the error and not that of its stack, nor the last one of all. */
export function decisiveLine(evidence: Evidence): string | undefined {
  const lines = outputOf(evidence)
    .split('\n')
    .map((line) => line.replace(/^(?:[\s│║╰├─▶×❌🚨✖✗•*>|]|\+-+(?=\s|$))+/u, '').trim())
    .filter((line) => line !== '' && !noise.test(line));
  const found =
    pythonError(lines) ??
    lines.find((line) => errorLine.test(line)) ??
    beforeStack(lines) ??
    lines.find((line) => trouble.test(line) && !stackLine.test(line)) ??
    lines.at(-1);
  return found === undefined ? undefined : withCause(found, lines).slice(0, longest);
}

/** Rust, uv and others name the deepest cause below: there are the names. */
function withCause(line: string, lines: readonly string[]): string {
  const below = lines.slice(lines.indexOf(line) + 1);
  const at = below.findIndex((each) => causedBy.test(each));
  if (at < 0 || at > mostBetween) return line;
  const causes = below
    .slice(at, at + mostCauses)
    .map((each) => each.replace(causedBy, '').replace(/^\d+:\s+/, ''))
    .filter((each) => each !== '' && !stackLine.test(each));
  return [line.replace(/:$/, ''), ...causes].join(': ');
}

const causedBy = /^Caused by:\s*/;
const mostBetween = 2;
const mostCauses = 4;

/** Python puts the error behind its traceback. */
function pythonError(lines: readonly string[]): string | undefined {
  const at = lines.findLastIndex((line) => /^(?:Exception Group )?Traceback /.test(line));
  if (at < 0) return undefined;
  return lines
    .slice(at + 1)
    .find(
      (line) =>
        /^[A-Za-z_][\w.]{0,80}(?:Error|Exception|Exit|Interrupt|Warning)?(?::|$)/.test(line) &&
        !stackLine.test(line) &&
        !/^(?:Exception Group Traceback|\w*ExceptionGroup:)/.test(line),
    );
}

function beforeStack(lines: readonly string[]): string | undefined {
  const at = lines.findIndex((line) => stackLine.test(line));
  return at > 0 ? lines[at - 1] : undefined;
}
