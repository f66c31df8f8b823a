import { l10n } from '../../../base/l10n.ts';
import { cancelled } from '../../../base/commonFaults.ts';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deferred, orAborted } from '../../../base/async.ts';
import type { Disposable } from '../../../base/lifetime.ts';
import { isSameSecret } from '../../http/sameSecret.ts';

const path = '/callback';
const anyPort = 0;
const page = (text: string): string =>
  `<!doctype html><meta charset="utf-8"><title>MCP Switchboard</title><body style="font:16px system-ui;margin:3em"><p>${text}</p>`;

/** Waits on this machine for the browser to come back from the authorization server. */
export class LoopbackRedirect implements Disposable {
  readonly #server: Server;
  readonly #host: string;
  readonly #answer = deferred<URLSearchParams>();
  #state: string | undefined;
  /** The browser waits for the end of the sign-in: only then is it known what to tell the user. */
  #page: ServerResponse | undefined;

  private constructor(server: Server, host: string) {
    this.#server = server;
    this.#host = host;
    this.#answer.promise.catch(() => {}); // the promise may be unused when it rejects
    server.on('request', (request: IncomingMessage, response: ServerResponse) => this.#receive(request, response));
    server.on('error', () => {}); // a connection that could not be accepted: the next one may be the browser's
  }

  /** On the first of the ports that is free, or on any. */
  static async open(ports: readonly number[], host = '127.0.0.1'): Promise<LoopbackRedirect> {
    const server = createServer();
    for (const port of [...ports, anyPort]) if (await canListen(server, port)) break;
    return new LoopbackRedirect(server, host);
  }

  get url(): string {
    return `http://${this.#host}:${(this.#server.address() as AddressInfo).port}${path}`;
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

  /** The address at which a browser ended that could not reach us. False if it is of another sign-in. */
  paste(address: string): boolean {
    const answer = URL.canParse(address) ? new URL(address).searchParams : undefined;
    const ours = this.#isOurs(answer);
    if (answer && ours) this.#answer.resolve(answer);
    return ours;
  }

  #isOurs(answer: URLSearchParams | undefined): boolean {
    return answer !== undefined && isSameSecret(answer.get('state') ?? '', this.#state ?? '');
  }

  #receive(request: IncomingMessage, response: ServerResponse): void {
    const answer = answerIn(request);
    const ours = this.#isOurs(answer);
    // A second visit of the same page must not keep the first one waiting.
    if (ours) this.conclude(false);
    this.#page = ours ? response : this.#page;
    response.writeHead(ours ? 200 : 400, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      connection: 'close',
    });
    if (answer && ours) this.#answer.resolve(answer);
    else response.end(page(l10n.t('Sign-in failed. Return to the editor.')));
  }
}

/** Any program can send us any request line, and as an address most of them are invalid: none is parsed as one. */
function answerIn({ method, url = '' }: IncomingMessage): URLSearchParams | undefined {
  return method === 'GET' && url.startsWith(`${path}?`) ? new URLSearchParams(url.slice(path.length + 1)) : undefined;
}

function canListen(server: Server, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const failed = (): void => resolve(false);
    server.once('error', failed);
    server.listen(port, '127.0.0.1', () => {
      server.removeListener('error', failed);
      resolve(true);
    });
  });
}
