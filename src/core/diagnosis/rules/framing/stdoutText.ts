import { l10n } from '../../../../base/l10n.ts';
import { programName } from '../../cures/newestVersion.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { type Evidence, stdioOf } from '../../model/evidence.ts';
import { advise, setArgs, setValue } from '../../model/remedies.ts';
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
  return {
    cause: l10n.t('The server writes its log to stdout, which is for messages of MCP only.'),
    remedies: [advise(l10n.t('Let its logger write to stderr.'))],
    proof: line.slice(0, 300),
    isCertain: evidence.end === undefined,
  };
});

export const textOnStdout = rule('framing/text', (evidence) => {
  const first = evidence.noise.find((line) => line.trim() !== '');
  if (first === undefined || !stdioOf(evidence) || evidence.end) return undefined; // else these are its last words
  return {
    cause: l10n.t('The server prints text to stdout, which is for messages of MCP only: {0}', first.slice(0, 200)),
    remedies: [
      ...quietly(evidence),
      advise(
        l10n.t('Let it print to stderr ("console.error", "print(..., file=sys.stderr)"), or turn its banner off.'),
      ),
    ],
    proof: first.slice(0, 300),
    isCertain: false,
  };
});

/** The variable by which a library is told to be quiet, or to use stderr. */
const quietBy: readonly (readonly [banner: RegExp, name: string, value: string])[] = [
  [/^\[dotenv@\d/m, 'DOTENV_CONFIG_QUIET', 'true'],
  [
    /^(?:info|warn|dbug|trce|fail|crit): [\w.]+\[\d+\]/m, // .NET
    'Logging__Console__LogToStandardErrorThreshold',
    'Trace',
  ],
  [/Update available .{1,40} → /, 'NO_UPDATE_NOTIFIER', '1'],
  [/^Hello from the pygame community|^pygame \d/m, 'PYGAME_HIDE_SUPPORT_PROMPT', '1'],
];

const ofDotnet = /^(?:Using launch settings|Building\.\.\.|\s*Restored |.*\bwarning (?:CS|NU)\d)/m;

/** What turns off the banners of libraries, and of package managers, which announce the script that they run. */
function quietly(evidence: Evidence): readonly Remedy[] {
  const launch = stdioOf(evidence);
  const printed = evidence.noise.join('\n');
  const [, name, value] = quietBy.find(([banner]) => banner.test(printed)) ?? [];
  if (name !== undefined && value !== undefined)
    return [setValue(l10n.t('Set {0} to {1}', name, value), ['env', name], value)];
  if (launch && programName(launch.command) === 'dotnet' && launch.args[0] === 'run' && ofDotnet.test(printed)) {
    const options = ['--no-launch-profile', '--verbosity', 'quiet'];
    return [setArgs(l10n.t('Add "{0}"', options.join(' ')), launch.args.toSpliced(1, 0, ...options))];
  }
  if (!launch || !/^(?:npm|pnpm|yarn|bun)$/.test(programName(launch.command))) return [];
  return [setArgs(l10n.t('Add "{0}"', '--silent'), ['--silent', ...launch.args])];
}
