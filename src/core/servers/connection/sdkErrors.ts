import { messageOf } from '../../../base/fault.ts';
import { l10n } from '../../../base/l10n.ts';
import { isRecord, parseJson } from '../../../base/json.ts';

/*
 * The one place that reads messages of the SDK and of the runtime: these errors carry no code of their own, so
 * their English text is all that tells them apart. Nothing of ours is recognised by its text.
 */

/** The stream of a legacy session broke, or could not be reopened: the SDK only calls its error listener. */
export function isStreamLost(error: Error): boolean {
  return /^(?:SSE stream disconnected|Failed to reconnect SSE stream|Maximum reconnection attempts)/.test(
    error.message,
  );
}

interface Redirect {
  readonly status: number;
  /** Without credentials, query and fragment. */
  readonly target: string;
}

/** A redirect that the SDK did not follow: to another origin, or one that would turn a POST into a GET. */
export function redirectIn(error: Error): Redirect | undefined {
  const { code, data } = error as { code?: unknown; data?: { status?: unknown } };
  const status = data?.status ?? code; // the one of HTTP+SSE has the status as its code
  const target = /Redirect (?:to|from https to plain http not followed; try) (\S+) (?:not followed|as the)/.exec(
    error.message,
  );
  return target && typeof status === 'number' ? { status, target: target[1]! } : undefined;
}

/** What is at the URL does not offer the event stream of HTTP+SSE. */
export function isNoEventStream(error: unknown): boolean {
  const code = isRecord(error) || error instanceof Error ? (error as { code?: unknown }).code : undefined;
  const message = error instanceof Error ? error.message : '';
  return code === 404 || code === 405 || code === 400 || code === 406 || message.includes('content type');
}

const reasons: Readonly<Record<string, () => string>> = {
  ECONNRESET: () => l10n.t('the server reset the connection'),
  UND_ERR_SOCKET: () => l10n.t('the server closed the connection'),
  HPE_HEADER_OVERFLOW: () => l10n.t('The HTTP headers, chunk heads or trailers of the server are too large'),
  UND_ERR_HEADERS_OVERFLOW: () => l10n.t('The HTTP headers, chunk heads or trailers of the server are too large'),
  EPROTO: () => l10n.t('the TLS handshake failed'),
  WS_ERR_INVALID_UTF8: () => l10n.t('the server sent text that is not UTF-8'),
};

/** In words, what the runtime only has a code or a few letters for. */
export function knownReason(code: string | undefined): string | undefined {
  if (code === undefined) return undefined;
  const reason = Object.hasOwn(reasons, code) ? reasons[code] : undefined;
  if (reason) return reason();
  if (/^(?:Z|ERR__ERROR)_/.test(code)) return l10n.t('The compressed response cannot be decompressed'); // zlib's, Brotli's
  if (code.startsWith('ERR_SSL_'))
    return l10n.t('the TLS handshake failed: {0}', code.slice(8).replaceAll('_', ' ').toLowerCase());
  return code.startsWith('HPE_') ? l10n.t('The response is not valid HTTP') : undefined;
}

interface Issue {
  readonly path: readonly unknown[];
  readonly message: string;
}

/** What a validator of the SDK found; some errors carry it as JSON in their message. */
function issuesOf(error: unknown): readonly Issue[] {
  if (!(error instanceof Error)) return [];
  const own = (error as { issues?: unknown }).issues;
  const start = error.message.search(/\[\s*\{/);
  const told = start < 0 ? undefined : parseJson(error.message.slice(start));
  const list = Array.isArray(own) ? own : told?.ok && Array.isArray(told.value) ? told.value : [];
  return list.flatMap((each) =>
    isRecord(each) && typeof each['message'] === 'string'
      ? [{ path: pathOf(each['path']), message: each['message'] }]
      : [],
  );
}

function pathOf(path: unknown): readonly unknown[] {
  return Array.isArray(path) ? path : [];
}

export function isInvalid(error: unknown): boolean {
  return issuesOf(error).length > 0;
}

/** The first thing that is wrong, in words: a validator's JSON is not for users. */
export function plainReason(error: unknown): string {
  const [first] = issuesOf(error);
  if (!first) return messageOf(error);
  const place = first.path.filter((step) => typeof step === 'string' || typeof step === 'number').join('.');
  return place === '' ? first.message : `${place}: ${first.message}`;
}
