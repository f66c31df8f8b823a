import type { SignInStepKind } from '../../../../contract/signIn.ts';

/** One request of a sign-in with its response, as they were on the wire: with secrets. */
export interface Exchange {
  readonly method: string;
  readonly url: URL;
  readonly requestHeaders: Headers;
  readonly requestBody: string;
  readonly status: number;
  readonly responseHeaders: Headers;
  readonly responseBody: string;
  readonly at: number;
  readonly ms: number;
}

/** What an exchange is about, by its own content: paths differ from service to service. */
export function kindOf({ method, url, requestBody }: Exchange): SignInStepKind {
  if (method !== 'POST') {
    const isOfServer = /\/\.well-known\/(?:oauth-authorization-server|openid-configuration)/.test(url.pathname);
    return isOfServer ? 'serverMetadata' : 'resourceMetadata';
  }
  if (requestBody.startsWith('{')) return 'registration';
  const form = new URLSearchParams(requestBody);
  const grant = form.get('grant_type');
  if (grant === null) return 'revocation';
  if (grant === 'refresh_token') return 'refresh';
  return grant.endsWith(':token-exchange') ? 'identityProvider' : 'token';
}

/** The same at the identity provider of the user. */
export function identityKindOf(exchange: Exchange): SignInStepKind {
  const kind = kindOf(exchange);
  if (kind === 'serverMetadata') return 'identityMetadata';
  return kind === 'token' || kind === 'refresh' ? 'identityToken' : kind;
}
