import {
  type AddClientAuthentication,
  type StoredOAuthClientInformation,
  createPrivateKeyJwtAuth,
  selectClientAuthMethod,
} from '@modelcontextprotocol/client';
import type { OAuthLaunch } from '../model/launch.ts';

/**
 * How the client proves who it is at the token endpoint. The SDK's own way does not encode ids and secrets for HTTP
 * Basic authentication (RFC 6749, 2.3.1), so that one with `+`, `%` or `:` is refused.
 */
export function clientAuthentication(
  registered: OAuthLaunch | undefined,
  client: () => StoredOAuthClientInformation | undefined,
): AddClientAuthentication {
  const { clientId, privateKey, algorithm = 'ES256' } = registered ?? {};
  if (clientId !== undefined && privateKey !== undefined)
    return createPrivateKeyJwtAuth({ issuer: clientId, subject: clientId, privateKey, alg: algorithm });
  return (headers, params, _url, metadata) => {
    const known = client();
    if (known) authenticate(known, headers, params, metadata?.token_endpoint_auth_methods_supported ?? []);
  };
}

export function authenticate(
  client: StoredOAuthClientInformation,
  headers: Headers,
  params: URLSearchParams,
  supported: readonly string[],
): void {
  const { client_id: id, client_secret: secret } = client;
  const method = selectClientAuthMethod(client, [...supported]);
  if (method === 'client_secret_basic' && secret !== undefined) {
    headers.set('authorization', `Basic ${btoa(`${formEncoded(id)}:${formEncoded(secret)}`)}`);
    return;
  }
  params.set('client_id', id);
  if (method === 'client_secret_post' && secret !== undefined) params.set('client_secret', secret);
}

function formEncoded(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1);
}
