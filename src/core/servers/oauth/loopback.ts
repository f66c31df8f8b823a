import { l10n } from '../../../base/l10n.ts';
import { cancelled } from '../../../base/commonFaults.ts';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deferred, orAborted } from '../../../base/async.ts';
import type { Disposable } from '../../../base/lifetime.ts';
import { isSameSecret } from '../../http/sameSecret.ts';

const path = '/callback';
const page = (text: string): string =>
  `<!doctype html><meta charset="utf-8"><title>MCP Switchboard</title><body style="font:16px system-ui;margin:3em"><p>${text}</p>`;

/** Waits on this machine for the browser to come back from the authorization server. */
export class LoopbackRedirect implements Disposable {
  readonly #server: Server;
  readonly #answer = deferred<URLSearchParams>();
  #state: string | undefined;
  /** The browser waits for the end of the sign-in: only then is it known what to tell the user. */
  #page: ServerResponse | undefined;

  private constructor(server: Server) {
    this.#server = server;
    this.#answer.promise.catch(() => {}); // the promise may be unused when it rejects
    server.on('request', (request: IncomingMessage, response: ServerResponse) => this.#receive(request, response));
    server.on('error', () => {}); // a connection that could not be accepted: the next one may be the browser's
  }

  /** On the preferred port, which an earlier registration may name, or on any. */
  static async open(wantedPort: number): Promise<LoopbackRedirect> {
    const server = createServer();
    await listen(server, wantedPort).catch(() => listen(server, 0));
    return new LoopbackRedirect(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${path}`;
  }

  /** Only a response with this state is ours; another one may come from any page that is open in the browser. */
  expect(state: string): void {
    this.#state = state;
  }

  answer(signal: AbortSignal): Promise<URLSearchParams> {
    return orAborted(this.#answer.promise, signal);
  }

  /** Tells the user in the browser. */
  conclude(isSignedIn: boolean): void {
    this.#page?.end(
      page(
        isSignedIn
          ? l10n.t('You are signed in. You can close this page.')
          : l10n.t('Sign-in failed. Return to the editor.'),
      ),
      () => this.#server.closeAllConnections(),
    );
    this.#page = undefined;
  }

  dispose(): void {
    if (this.#page === undefined) this.#server.closeAllConnections();
    this.conclude(false);
    this.#answer.reject(cancelled('signInCancelled'));
    this.#server.close();
  }

  #receive(request: IncomingMessage, response: ServerResponse): void {
    const answer = answerIn(request);
    const ours = answer !== undefined && isSameSecret(answer.get('state') ?? '', this.#state ?? '');
    // A second visit of the same page must not keep the first one waiting.
    if (ours) this.conclude(false);
    this.#page = ours ? response : this.#page;
    response.writeHead(ours ? 200 : 400, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      connection: 'close',
    });
    if (ours) this.#answer.resolve(answer);
    else response.end(page(l10n.t('Sign-in failed. Return to the editor.')));
  }
}

/** Any program can send us any request line, and as an address most of them are invalid: none is parsed as one. */
function answerIn({ method, url = '' }: IncomingMessage): URLSearchParams | undefined {
  return method === 'GET' && url.startsWith(`${path}?`) ? new URLSearchParams(url.slice(path.length + 1)) : undefined;
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.removeListener('error', reject);
      resolve();
    });
  });
}
