import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

interface RequestGuardOptions {
  /** The served paths; anything else is not found. */
  isKnownPath(path: string): boolean;
  /** None on a socket in the file system, where the permissions of the file decide. */
  readonly token: string | undefined;
}

interface Refusal {
  readonly status: number;
  readonly message: string;
}

const localNames = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** Keeps out web pages, DNS rebinding and other users' processes. */
export class RequestGuard {
  readonly #isKnownPath: (path: string) => boolean;
  readonly #token: Buffer | undefined;

  constructor({ isKnownPath: isHome, token }: RequestGuardOptions) {
    this.#isKnownPath = isHome;
    this.#token = token === undefined ? undefined : Buffer.from(token);
  }

  refuse(request: IncomingMessage): Refusal | undefined {
    const { host, origin, authorization } = request.headers;
    if (this.#token && !isLocalHost(host)) return { status: 403, message: 'Host is not allowed' };
    if (origin !== undefined && !isLocalOrigin(origin)) return { status: 403, message: 'Origin is not allowed' };
    // Not 401 or 403: to those VS Code answers with a search for an OAuth server and a dialog.
    // The token first: without it a client must not learn which paths exist.
    return this.#admits(authorization) && this.#isKnownPath(pathOf(request.url)) ? undefined : notFound;
  }

  #admits(authorization: string | undefined): boolean {
    if (!this.#token) return true;
    const given = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
    return given !== undefined && sameText(Buffer.from(given), this.#token);
  }
}

/** Reveals nothing about this server, nor whether path or token was wrong. */
const notFound: Refusal = { status: 404, message: 'Not found' };

/** Constant time but for the length, which is no secret. */
function sameText(given: Buffer, token: Buffer): boolean {
  return given.length === token.length && timingSafeEqual(given, token);
}

function isLocalHost(host: string | undefined): boolean {
  return host !== undefined && localNames.has(host.replace(/:\d+$/, '').toLowerCase());
}

/** `null`, the origin of sandboxed frames and files, is no local one. */
function isLocalOrigin(origin: string): boolean {
  const parsed = URL.canParse(origin) ? new URL(origin) : undefined;
  return (
    parsed !== undefined &&
    (parsed.protocol === 'http:' || parsed.protocol === 'https:') &&
    localNames.has(parsed.hostname)
  );
}

export function pathOf(url: string | undefined): string {
  return (url ?? '/').split(/[?#]/, 1)[0] ?? '/';
}
