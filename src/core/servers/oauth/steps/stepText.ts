import type { SignInStep, SignInStepKind } from '../../../../contract/signIn.ts';
import type { HttpExchange } from '../../../../contract/traffic/traffic.ts';

const names: Readonly<Record<SignInStepKind, string>> = {
  challenge: 'challenge of the server',
  resourceMetadata: 'metadata of the server',
  serverMetadata: 'metadata of the authorization server',
  registration: 'registration',
  page: 'sign-in page opened',
  callback: 'the browser returned',
  identityMetadata: 'metadata of the identity provider',
  identityToken: 'identity token',
  identityProvider: 'assertion of the identity provider',
  token: 'token',
  refresh: 'refresh',
  revocation: 'revocation',
  failed: 'failed',
};

/** A step on one line, for traffic, logs and a terminal. */
export function stepText({ kind, method, url, status, sentence }: SignInStep): string {
  const request = url === undefined ? '' : ` ${[method, url, status].filter((part) => part !== undefined).join(' ')}`;
  return `sign-in: ${names[kind]}${request}${sentence === undefined ? '' : `: ${sentence}`}`;
}

export function stepExchange(step: SignInStep): HttpExchange | undefined {
  const { method, url, status, requestHeaders = {}, responseHeaders = {} } = step;
  if (status === undefined || url === undefined || method === undefined) return undefined;
  return { method, path: new URL(url).pathname, status, requestHeaders, responseHeaders };
}
