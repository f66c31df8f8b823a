import { l10n } from '../../../base/l10n.ts';
import { type RemoteFacts, remoteOf } from '../model/evidence.ts';
import { setValues } from '../model/remedies.ts';
import type { Experiment, ExperimentHost, HttpAnswer } from './experiment.ts';
import { urlOf } from './weigh.ts';

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
    diagnoses.some(({ rule }) =>
      /^(?:http\/(?!401|403|host)|network\/(?:reset|not-tls)|transport\/silent-url)/.test(rule),
    ),
  run: async ({ evidence, diagnoses }, host, signal) => {
    const launch = remoteOf(evidence);
    const proposed = diagnoses.flatMap(({ remedies }) => remedies.flatMap((remedy) => urlOf(remedy) ?? []));
    const candidates = launch ? candidatesFor(launch, proposed) : [];
    const verdicts = await Promise.all(candidates.map((each) => tryIt(each, evidence.body, host, signal)));
    const hit = candidates[verdicts.indexOf('server')];
    const refuted = refutedOf(candidates, verdicts);
    if (!hit) return { text: noneText(launch?.url ?? '', candidates), remedies: [], refuted };
    const changes = [
      { path: ['type'], value: hit.type },
      { path: ['url'], value: hit.url },
    ];
    return {
      text: l10n.t('An MCP server answers at {0} ({1}).', hit.url, hit.type),
      remedies: [setValues(l10n.t('Use {0}', hit.url), changes)],
      refuted,
    };
  },
};

function refutedOf(candidates: readonly Candidate[], verdicts: readonly Verdict[]): readonly string[] {
  const open = new Set(candidates.filter((_each, at) => verdicts[at] !== 'other').map(({ url }) => url));
  return [...new Set(candidates.map(({ url }) => url))].filter((url) => !open.has(url));
}

/** Each path once, and none that is the one of the entry. */
function noneText(url: string, candidates: readonly Candidate[]): string {
  const paths = new Set(candidates.map((each) => new URL(each.url).pathname));
  if (URL.canParse(url)) paths.delete(new URL(url).pathname);
  return l10n.t('No MCP server answers at other paths of this host either: {0}', [...paths].join(', '));
}

function candidatesFor({ url, kind }: RemoteFacts, proposed: readonly string[]): readonly Candidate[] {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) return [];
  const written = new URL(url);
  const bare = { search: '', username: '', password: '' }; // in clear text they would be read by others
  const paths = ['/mcp', '/sse', '/', '/api/mcp', '/v1/mcp'];
  const same = paths.map((pathname) => Object.assign(new URL(url), bare, { pathname }).href);
  const protocol = written.protocol === 'http:' ? 'https:' : 'http:';
  const scheme = Object.assign(new URL(url), bare, { protocol }).href;
  const near = proposed.filter((each) => URL.canParse(each) && new URL(each).host === written.host);
  const all: readonly Candidate[] = [...new Set([...near, ...same, scheme])].flatMap((each) => [
    { url: each, type: 'http' },
    { url: each, type: 'sse' },
  ]);
  const other = kind === 'sse' ? 'http' : 'sse';
  return [{ url, type: other } as const, ...all.filter((each) => each.url !== url)];
}

type Verdict = 'server' | 'other' | 'unknown';

/** What wants a sign-in, or did not answer, may be a server all the same. */
async function tryIt(
  { url, type }: Candidate,
  refusal: string | undefined,
  host: ExperimentHost,
  signal: AbortSignal,
): Promise<Verdict> {
  const answer = await host.request(url, type === 'http' ? post : listen, signal);
  if (!answer || [401, 403, 407, 429].includes(answer.status) || answer.status >= 500) return 'unknown';
  const speaks = type === 'http' ? speaksHttp(answer) && answer.body.trim() !== refusal : speaksSse(answer);
  return speaks ? 'server' : 'other';
}

/** A server that only wants another request says so with 400; what refuses everything is not one more server. */
function speaksHttp({ status, body }: HttpAnswer): boolean {
  return (status < 300 || status === 400) && /"jsonrpc"\s*:\s*"2\.0"/.test(body);
}

function speaksSse({ status, type, body }: HttpAnswer): boolean {
  return status === 200 && type.startsWith('text/event-stream') && /event:\s*endpoint/.test(body);
}
