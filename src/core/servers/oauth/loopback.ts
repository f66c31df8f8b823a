import { l10n } from '../../../base/l10n.ts';
import { cancelled } from '../../../base/commonFaults.ts';
import { timingSafeEqual } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deferred, orAborted } from '../../../base/async.ts';
import type { Disposable } from '../../../base/lifetime.ts';

const path = '/callback';
const page = (text: string): string =>
  `<!doctype html><meta charset="utf-8"><title>MCP Switchboard</title><body style="font:16px system-ui;margin:3em"><p>${text}</p>`;

/** Waits on this machine for the browser to come back from the authorization server. */
export class LoopbackRedirect implements Disposable {
  readonly #server: Server;
  readonly #answer = deferred<URLSearchParams>();
  #state: string | undefined;

  private constructor(server: Server) {
    this.#server = server;
    this.#answer.promise.catch(() => {}); // the promise may be unused when it rejects
    server.on('request', (request: IncomingMessage, response: ServerResponse) => this.#receive(request, response));
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

  dispose(): void {
    this.#answer.reject(cancelled('signInCancelled'));
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #receive(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', this.url);
    const ours =
      request.method === 'GET' &&
      url.pathname === path &&
      sameText(url.searchParams.get('state') ?? '', this.#state ?? '');
    const refused = url.searchParams.has('error');
    response.writeHead(ours ? 200 : 400, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
    response.end(
      page(
        ours && !refused
          ? l10n.t('You are signed in. You can close this page.')
          : l10n.t('Sign-in failed. Return to the editor.'),
      ),
    );
    if (ours) this.#answer.resolve(url.searchParams);
  }
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

function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return b !== '' && left.length === right.length && timingSafeEqual(left, right);
}
