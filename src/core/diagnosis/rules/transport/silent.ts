import { basename } from 'node:path';
import { l10n } from '../../../../base/l10n.ts';
import { runItself } from '../../cures/runItself.ts';
import { type StdioFacts, outputOf, stdioOf } from '../../model/evidence.ts';
import { advise, raiseTimeout, setValue } from '../../model/remedies.ts';
import { rule } from '../../model/rule.ts';

/** The first start of these downloads something. */
const fetching = /^(?:npx|uvx|uv|bunx|pnpm|docker|pipx|deno|yarn|dnx)(?:\.cmd|\.exe)?$/i;

export const slowDownload = rule('transport/download', (evidence) => {
  const launch = stdioOf(evidence);
  if (!launch || !evidence.timedOut) return undefined;
  const last = outputOf(evidence).trim().split('\n').at(-1) ?? '';
  const bar = /^([^\n|]{0,80}?):?\s*\d{1,3}%\s*\|/.exec(last)?.[1];
  if (bar !== undefined)
    return {
      cause: l10n.t('The server is still downloading: {0}', bar),
      remedies: [raiseTimeout(300), runItself(evidence)],
    };
  const program = basename(programOf(launch));
  if (!fetching.test(program)) return undefined;
  const isFetching = /download|pull|install|resolv|fetch|building|prepar/i.test(last) || last === '';
  if (!isFetching) return undefined;
  return {
    cause: l10n.t('"{0}" is still downloading the server.', program),
    remedies: [raiseTimeout(120), runItself(evidence)],
    isCertain: false,
  };
});

/** Windows starts scripts such as npx by its shell. */
function programOf({ command, args }: StdioFacts): string {
  return /^cmd(?:\.exe)?$/i.test(basename(command)) && /^\/c$/i.test(args[0] ?? '') ? (args[1] ?? '') : command;
}

export const silentServer = rule('transport/silent', (evidence) => {
  const launch = stdioOf(evidence);
  if (!launch || !evidence.timedOut) return undefined;
  const said = outputOf(evidence).trim().split('\n').at(-1) ?? '';
  return {
    cause:
      said === ''
        ? l10n.t('The server runs, but has neither responded nor printed anything.')
        : l10n.t('The server runs, but does not respond. It printed: {0}', said.slice(0, 200)),
    remedies: [
      advise(l10n.t('It may use another transport, or wait for a service: run its command in a terminal.')),
      raiseTimeout(120),
    ],
    isCertain: false,
  };
});

export const silentAddress = rule('transport/silent-url', (evidence) => {
  if (!('url' in evidence.launch) || !evidence.timedOut) return undefined;
  const other = otherTransport(evidence.launch.url, evidence.launch.kind);
  if (other !== undefined)
    return {
      cause: l10n.t(
        '{0} is a path for the transport "{1}", but the type of the server is "{2}".',
        evidence.launch.url,
        other,
        evidence.launch.kind,
      ),
      remedies: [setValue(l10n.t('Use the transport "{0}"', other), ['type'], other), raiseTimeout(120)],
      isCertain: false,
    };
  return {
    cause: l10n.t('{0} accepts connections, but does not respond.', hostOf(evidence.launch.url)),
    remedies: [raiseTimeout(120)],
    isCertain: false,
  };
});

function otherTransport(url: string, kind: string): string | undefined {
  const path = URL.canParse(url) ? new URL(url).pathname : '';
  if (kind === 'http' && /\/sse\/?$/.test(path)) return 'sse';
  return kind === 'sse' && /\/mcp\/?$/.test(path) ? 'http' : undefined;
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
