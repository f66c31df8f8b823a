import { l10n } from '../../../base/l10n.ts';
import { type RemoteFacts, remoteOf } from '../model/evidence.ts';
import { setValues } from '../model/remedies.ts';
import type { Experiment, ExperimentHost, HttpAnswer } from './experiment.ts';

const initialize = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'switchboard-doctor', version: '1' } },
});
const post: RequestInit = {
  method: 'POST',
  headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
  body: initialize,
};
const listen: RequestInit = { method: 'GET', headers: { accept: 'text/event-stream' } };

interface Candidate {
  readonly url: string;
  readonly type: 'http' | 'sse';
}

/**
 * Other paths, the other transport and the other scheme of the same host and port. No header of the entry is sent:
 * its token is meant for the address that it was given for.
 */
export const otherAddress: Experiment = {
  id: 'address',
  title: () => l10n.t('Trying other paths and transports of the same host'),
  fits: ({ evidence, diagnoses }) =>
    remoteOf(evidence) !== undefined &&
    diagnoses.some(({ rule }) => /^(?:http\/(?!401|403)|network\/(?:reset|not-tls)|transport\/silent-url)/.test(rule)),
  run: async ({ evidence }, host, signal) => {
    const launch = remoteOf(evidence);
    const candidates = launch ? candidatesFor(launch) : [];
    const answers = await Promise.all(candidates.map((each) => tryIt(each, host, signal)));
    const at = answers.findIndex((isServer) => isServer);
    const hit = candidates[at];
    const tried = candidates.map(({ url }) => new URL(url).pathname).join(', ');
    if (!hit)
      return { text: l10n.t('No MCP server answers at other paths of this host either: {0}', tried), remedies: [] };
    const changes = [
      { path: ['type'], value: hit.type },
      { path: ['url'], value: hit.url },
    ];
    return {
      text: l10n.t('An MCP server answers at {0} ({1}).', hit.url, hit.type),
      remedies: [setValues(l10n.t('Use {0}', hit.url), changes)],
    };
  },
};

function candidatesFor({ url, kind }: RemoteFacts): readonly Candidate[] {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) return [];
  const written = new URL(url);
  const bare = { search: '', username: '', password: '' }; // in clear text they would be read by others
  const paths = ['/mcp', '/sse', '/', '/api/mcp', '/v1/mcp'];
  const same = paths.map((pathname) => Object.assign(new URL(url), bare, { pathname }).href);
  const protocol = written.protocol === 'http:' ? 'https:' : 'http:';
  const scheme = Object.assign(new URL(url), bare, { protocol }).href;
  const all: readonly Candidate[] = [...same, scheme].flatMap((each) => [
    { url: each, type: 'http' },
    { url: each, type: 'sse' },
  ]);
  const other = kind === 'sse' ? 'http' : 'sse';
  return [{ url, type: other } as const, ...all.filter((each) => each.url !== url)];
}

async function tryIt({ url, type }: Candidate, host: ExperimentHost, signal: AbortSignal): Promise<boolean> {
  const answer = await host.request(url, type === 'http' ? post : listen, signal);
  return answer !== undefined && (type === 'http' ? speaksHttp(answer) : speaksSse(answer));
}

function speaksHttp({ status, body }: HttpAnswer): boolean {
  return status < 500 && /"jsonrpc"\s*:\s*"2\.0"/.test(body);
}

function speaksSse({ status, type, body }: HttpAnswer): boolean {
  return status === 200 && type.startsWith('text/event-stream') && /event:\s*endpoint/.test(body);
}
