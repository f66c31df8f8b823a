import { l10n } from '../../../../base/l10n.ts';
import { jsonLoggerOf, loggerOf } from './loggers.ts';
import { printedByProfile } from './shellProfile.ts';
import { printerOf, quietly } from './quiet.ts';
import { type Evidence, stdioOf } from '../../model/evidence.ts';
import { plainLine } from '../../model/plainLine.ts';
import { lineOfScript } from '../../model/project.ts';
import { advise, openSource } from '../../model/remedies.ts';
import { rule } from '../../model/rule.ts';

function isRecord(line: string): boolean {
  return /^\s*\{.*"(?:level|msg|message|time|timestamp|severity)"\s*:/.test(line) && !line.includes('"jsonrpc"');
}

const saysReady =
  /"(?:msg|message|event|text)"\s*:\s*"[^"]{0,200}\b(?:started|ready|running|listening|initiali[sz]ed|serving|waiting for (?:input|stdin|clients?|connections?|messages?|requests?)|accepting (?:connections|requests)|(?:server|service) (?:is )?up)\b/i;
const isStillStarting = /"[^"]{0,200}\b(?:starting|loading|connecting|warming|fetching|setting) up\b/i;
/** It has read the request, and writes about it instead of a response. */
const tellsRequest = /\binitialize\b|\bprotocolVersion\b|\bclientInfo\b|server\/discover/;

/** Something goes on, and may end with a response. */
const isStillBusy =
  /"(?:msg|message|event|text)"\s*:\s*"[^"]{0,200}(?:\b[a-z]{3,}ing\b|…|\.{3}|\bwait\b|\bretr(?:y|ies)\b|\d{1,3} ?%)/i;

/** Its log says that it is ready, or has the request: what else it would say would come as a message. */
export function logsReady({ noise }: Evidence): boolean {
  return noise.some(
    (line) => isRecord(line) && !isStillStarting.test(line) && (saysReady.test(line) || tellsRequest.test(line)),
  );
}

/** Records of a log and nothing else, the last of which does not say that something goes on. */
export function logsOnly({ noise }: Evidence): boolean {
  const said = noise.filter((line) => line.trim() !== '');
  return said.length > 0 && said.every(isRecord) && !isStillBusy.test(said.at(-1) ?? '');
}

/** It ended with an error, which it tells on stderr. */
function hasFailed({ end, stderr }: Evidence): boolean {
  return end !== undefined && end.code !== 0 && /error|fail|exception|invalid|missing|required/i.test(stderr);
}

export const logsOnStdout = rule('framing/json-log', (evidence) => {
  const line = evidence.noise.find(isRecord);
  if (line === undefined || !stdioOf(evidence) || hasFailed(evidence)) return undefined;
  const logger = jsonLoggerOf(line);
  const place = lineOfScript(evidence, namesStdout);
  return {
    cause: logger
      ? l10n.t('The server writes its log to stdout with {0}; stdout is for messages of MCP only.', logger.name)
      : l10n.t('The server writes its log to stdout, which is for messages of MCP only.'),
    remedies: [
      ...(place ? [openSource(place.file, place.line)] : []),
      advise(logger ? toStderr(logger.name, logger.toStderr) : l10n.t('Let its logger write to stderr.')),
    ],
    proof: line.slice(0, 300),
    isCertain: evidence.end === undefined,
  };
});

/** The line of the script that prints it. */
function printedAt(evidence: Evidence, text: string): { file: string; line: number } | undefined {
  const [head = ''] = text.trim().split(/[\d:'"{]/, 1);
  const words = head.trim().slice(0, 24);
  return lineOfScript(
    evidence,
    (line) => prints.test(line) && words.length > 2 && line.includes(words) && !/stderr/.test(line),
  );
}

/** Where a logger is told to write there. */
function namesStdout(line: string): boolean {
  return (
    /\bstdout\b|\btransports\.Console\(|\bpino\((?:\)|\{)/i.test(line) &&
    !/^\s*(?:#|\/\/|\*|import\b|from\b)|\bstdin\b|stdout\.(?!write)/i.test(line)
  );
}

const prints =
  /\bprint\(|\b(?:puts|echo|printf) |console\.(?:log|info|debug)\(|process\.stdout\.write|sys\.stdout\.write/;

export const textOnStdout = rule('framing/text', (evidence) => {
  const lines = evidence.noise.map((line) => withoutMessage(plainLine(line))).filter((line) => line.trim() !== '');
  const first = lines.find((line) => /[\p{L}\d]/u.test(line)) ?? lines[0];
  if (first === undefined || !stdioOf(evidence) || evidence.end) return undefined; // else these are its last words
  const printed = printedAt(evidence, first) ?? printedByProfile(evidence, first);
  const printer = printerOf(lines.join('\n'), evidence);
  const logger = printed || printer !== undefined ? undefined : loggerOf(lines.join('\n'));
  const place = printed ?? (logger && lineOfScript(evidence, namesStdout));
  return {
    cause:
      place === undefined
        ? printedText(first.slice(0, 200), printer ?? logger?.name)
        : l10n.t(
            '{0} prints text to stdout in line {1}, which is for messages of MCP only: {2}',
            place.file,
            place.line,
            first.slice(0, 200),
          ),
    remedies: [
      ...(place ? [openSource(place.file, place.line)] : []),
      ...quietly(evidence),
      advise(
        logger
          ? toStderr(logger.name, logger.toStderr)
          : l10n.t('Let it print to stderr ("console.error", "print(..., file=sys.stderr)"), or turn its banner off.'),
      ),
    ],
    proof: first.slice(0, 300),
    isCertain: false,
  };
});

/** A text without a line break at its end stands before a message. */
function withoutMessage(line: string): string {
  const at = line.indexOf('{"jsonrpc"');
  return /[\p{L}\d]/u.test(line.slice(0, Math.max(at, 0))) ? line.slice(0, at).trimEnd() : line;
}

function printedText(line: string, by: string | undefined): string {
  return by === undefined
    ? l10n.t('The server prints text to stdout, which is for messages of MCP only: {0}', line)
    : l10n.t('{0} prints text to stdout, which is for messages of MCP only: {1}', by, line);
}

function toStderr(name: string, how: string): string {
  return l10n.t('Let {0} write to stderr: {1}', name, how);
}
