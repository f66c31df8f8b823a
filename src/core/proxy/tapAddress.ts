import { randomBytes } from 'node:crypto';
import { isSameSecret } from '../http/sameSecret.ts';

const mostAnnounced = 1_000;

/**
 * Who may use the proxy: a client that was given its URL, which holds a token. Any program of this machine can open a
 * loopback port, and the Authorization header is the target's: so the token is in the path.
 */
export class TapAddress {
  readonly #target: URL;
  readonly #token = randomBytes(24).toString('base64url');
  /** Paths that streams named for messages, in the legacy transport: their session ids are as good as a token. */
  readonly #announced = new Set<string>();

  constructor(target: URL) {
    this.#target = target;
  }

  url(port: number): string {
    const { pathname, search } = this.#target;
    return `http://127.0.0.1:${port}/${this.#token}${pathname}${search}`;
  }

  /** The path at the target; `undefined` for a request that is not from our client. */
  pathFor(given: string): string | undefined {
    if (this.#announced.has(given)) return given;
    const [path, query] = splitOnce(given);
    const segments = path.split('/');
    const at = segments.findIndex((segment) => isSameSecret(segment, this.#token));
    if (at < 0) return undefined;
    return (segments.toSpliced(at, 1).join('/') || '/') + query;
  }

  /** An event of a stream, which may be the address for messages. */
  announce(data: string): void {
    const { origin } = this.#target;
    if (/^\s*[[{]/.test(data) || !URL.canParse(data, this.#target)) return; // a message
    const named = new URL(data, this.#target);
    if (named.origin !== origin || named.search === '') return;
    this.#announced.add(named.pathname + named.search);
    if (this.#announced.size > mostAnnounced) this.#announced.delete([...this.#announced][0]!);
  }
}

function splitOnce(url: string): readonly [path: string, rest: string] {
  const end = url.search(/[?#]/);
  return end < 0 ? [url, ''] : [url.slice(0, end), url.slice(end)];
}
