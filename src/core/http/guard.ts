import type { IncomingMessage } from 'node:http';
import { isSameSecret } from './sameSecret.ts';

interface RequestGuardOptions {
  /** The served paths; anything else is not found. */
  isKnownPath(path: string): boolean;
  /** None on a socket in the file system, where the permissions of the file decide. */
  readonly token: string | undefined;
}

interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly headers: Readonly<Record<string, string>>;
}

const localNames = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** Keeps out web pages, DNS rebinding and other users' processes. */
export class RequestGuard {
  readonly #isKnownPath: (path: string) => boolean;
  readonly #token: string | undefined;

  constructor({ isKnownPath, token }: RequestGuardOptions) {
    this.#isKnownPath = isKnownPath;
    this.#token = token;
  }

  refuse(request: IncomingMessage): Refusal | undefined {
    const { host, origin, authorization } = request.headers;
    if (this.#token !== undefined && !isLocalHost(host)) return forbidden('Host is not allowed');
    if (origin !== undefined && !isLocalOrigin(origin)) return forbidden('Origin is not allowed');
    // The token first: without it a client must not learn which paths exist.
    return this.#refuseToken(authorization) ?? (this.#isKnownPath(pathOf(request.url)) ? undefined : notFound);
  }

  #refuseToken(authorization: string | undefined): Refusal | undefined {
    if (this.#token === undefined) return undefined;
    const given = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
    if (given === undefined) return unauthorized;
    // Not 401 or 403: to those VS Code, whose token may be of the last window, answers with a search for an OAuth server.
    return isSameSecret(given, this.#token) ? undefined : notFound;
  }
}

const closing = { connection: 'close' };

function forbidden(message: string): Refusal {
  return { status: 403, message, headers: closing };
}

/** Says that a token is missing, and nothing of where there might be one. */
const unauthorized: Refusal = {
  status: 401,
  message: 'A token is required',
  headers: { ...closing, 'www-authenticate': 'Bearer' },
};

/** Reveals nothing about this server, nor whether path or token was wrong. */
const notFound: Refusal = { status: 404, message: 'Not found', headers: closing };

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
