import dns, { type LookupAddress, type LookupOptions } from 'node:dns';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { FetchLike } from '@modelcontextprotocol/client';
import { Fault, messageOf } from '../../../base/fault.ts';
import { authRequired } from '../../../base/faults/serverFaults.ts';
import { type Network, networkOf, networkOfHost } from '../../http/network.ts';
import type { SignInStep } from '../../../contract/signIn.ts';
import type { Exchange } from './steps/exchange.ts';
import { harmlessBody } from './steps/harmlessBody.ts';

const longestBody = 256 * 1024;
const longestMs = 60_000;

interface RequestOptions {
  /** The server that wants a sign-in. */
  readonly server: URL;
  /** Authorization servers and identity providers that the user's entry names. */
  readonly named: readonly string[];
  readonly signal: AbortSignal;
  /** Gets every exchange, with its secrets. */
  exchanged?(exchange: Exchange): void;
  /** Which of several authorization servers is used: the SDK takes the first. */
  order?(servers: readonly string[]): Promise<readonly string[]>;
}

/**
 * Requests to the addresses that a server's metadata name. A server on the internet must not make us request anything
 * of this machine or of its network; one that is there itself may name addresses of its own kind.
 */
export class MetadataRequests {
  readonly #options: RequestOptions;
  readonly #home: Network;
  #refusal: Fault | undefined;
  #notJson: string | undefined;
  #outage: string | undefined;

  constructor(options: RequestOptions) {
    this.#options = options;
    this.#home = networkOfHost(options.server.hostname) ?? 'public';
  }

  /** Never follows a redirect by itself: the SDK asks again for those that stay with their origin. */
  readonly fetch: FetchLike = async (url, init) => {
    const to = new URL(url);
    this.assertMayName(to);
    const request = new Request(to, { ...init, redirect: 'manual' });
    const requestBody = await request.text();
    const [at, begun] = [Date.now(), performance.now()];
    this.#outage = request.method === 'POST' ? to.origin : undefined; // until it is answered
    const answer = await this.#send(to, request, requestBody, init?.signal);
    const status =
      answer.statusCode !== undefined && answer.statusCode >= 200 && answer.statusCode < 600 ? answer.statusCode : 502;
    this.#outage = status >= 500 && request.method === 'POST' ? to.origin : undefined;
    const responseBody = await bodyOf(answer);
    const { method, headers: requestHeaders } = request;
    const [responseHeaders, ms] = [headersOf(answer), performance.now() - begun];
    this.#options.exchanged?.({
      method,
      url: to,
      requestHeaders,
      requestBody,
      status,
      responseHeaders,
      responseBody,
      at,
      ms,
    });
    const body = await this.#ordered(harmlessBody(status, responseBody));
    if (status < 300 && body === '') this.#notJson = to.origin + to.pathname;
    const isEmpty = status === 204 || status === 205 || status === 304;
    return new Response(isEmpty ? null : body, { status, headers: responseHeaders });
  };

  async #ordered(body: string): Promise<string> {
    const { order = async (all) => all } = this.#options;
    if (!body.includes('"authorization_servers"')) return body;
    const metadata = JSON.parse(body) as { readonly authorization_servers?: unknown };
    const { authorization_servers: servers } = metadata;
    if (!Array.isArray(servers) || !servers.every((each) => typeof each === 'string')) return body;
    return JSON.stringify({ ...metadata, authorization_servers: (await order(servers)).map(withSlash) });
  }

  /** Refuses what is known without a look-up; a name is judged by its addresses when it is connected to. */
  assertMayName(url: URL): void {
    const network = networkOfHost(url.hostname);
    if (network !== undefined && !this.#mayReach(url, network)) throw this.#refuse(url);
  }

  /** The last request for a token was answered with an error of the service: asking a user would not help. */
  get outage(): string | undefined {
    return this.#outage;
  }

  /** The SDK passes over some failures and then fails with another one; a step that was wrong says more than its text. */
  explain(error: unknown, wrong: Pick<SignInStep, 'actor' | 'sentence'> | undefined): Fault {
    if (this.#refusal) return this.#refusal;
    const data = wrong?.actor === undefined ? {} : { actor: wrong.actor };
    if (Fault.is(error))
      return error.code === 'server/auth-required' ? error.with({ data: { ...data, ...error.data } }) : error;
    if (error instanceof SyntaxError && this.#notJson !== undefined) return authRequired('notJson', this.#notJson);
    return authRequired('failed', (wrong?.sentence ?? messageOf(error)).replace(/\.$/, ''), { cause: error, data });
  }

  #mayReach(url: URL, network: Network): boolean {
    const { server, named } = this.#options;
    if (network === 'public' || url.origin === server.origin) return true;
    if (named.some((each) => URL.canParse(each) && new URL(each).origin === url.origin)) return true;
    return network === this.#home && network !== 'closed';
  }

  #refuse(url: URL): Fault {
    this.#refusal = authRequired('innerAddress', url.origin);
    return this.#refusal;
  }

  async #send(
    url: URL,
    request: Request,
    text: string,
    signal: AbortSignal | null | undefined,
  ): Promise<IncomingMessage> {
    const ends = [this.#options.signal, AbortSignal.timeout(longestMs), ...(signal ? [signal] : [])];
    return new Promise((resolve, reject) => {
      const send = url.protocol === 'https:' ? requestHttps : requestHttp;
      const sent = send(url, {
        method: request.method,
        headers: {
          accept: '*/*',
          'user-agent': 'node',
          ...Object.fromEntries(request.headers),
          'accept-encoding': 'identity',
        },
        lookup: this.#lookup(url),
        signal: AbortSignal.any(ends),
      });
      sent.once('error', (error) => reject(this.#refusal ?? error));
      sent.once('response', resolve);
      sent.end(text);
    });
  }

  /** The addresses that are judged are those that are connected to: a second look-up could give others. */
  #lookup(url: URL): LookupFunction {
    return (hostname, options: LookupOptions, done) => {
      dns.lookup(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
        if (error) return done(error, []);
        // Through a proxy, it is the proxy that is looked up.
        const isTarget = hostname === url.hostname;
        if (isTarget && !found.every(({ address }) => this.#mayReach(url, networkOf(address))))
          return done(this.#refuse(url), []);
        if (options.all) return done(null, found);
        done(null, found[0]?.address ?? '', found[0]?.family ?? 4);
      });
    };
  }
}

/** The SDK takes an issuer without the slash for one with it, and not the other way round. */
function withSlash(issuer: string): string {
  return issuer.endsWith('/') || /[?#]/.test(issuer) ? issuer : `${issuer}/`;
}

/** Nothing of one that is too long. */
async function bodyOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > longestBody) return '';
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The body is not as it came, and so are its length and its encoding. */
function headersOf({ headers }: IncomingMessage): Headers {
  const kept = new Headers();
  for (const [name, value] of Object.entries(headers))
    if (!/^content-(?:length|encoding)$|^transfer-encoding$/.test(name)) kept.set(name, String(value));
  return kept;
}
