import type { Fields } from './fields.ts';
import type { JsonNode } from '../text/jsonTree.ts';
import type { OAuthOptions } from '../model/launch.ts';

/** A client that a user registered beforehand. An invalid key counts as absent: signing in then fails with a reason. */
export function parseOAuth(fields: Fields): OAuthOptions | undefined {
  const member = fields.member('oauth');
  const legacyId = fields.note('oauthClientId');
  if (member?.value.kind !== 'object') return legacyId ? { clientId: legacyId } : undefined;
  const values = new Map(member.value.members.map(({ key, value }) => [key, value]));
  const text = (...keys: readonly string[]): string | undefined =>
    keys.map((key) => textOf(values.get(key))).find((found) => found !== undefined);
  const clientId = text('clientId', 'client_id') ?? legacyId;
  const clientSecret = text('clientSecret', 'client_secret');
  const privateKey = text('privateKey', 'private_key');
  const algorithm = text('algorithm');
  const issuer = text('issuer');
  const assertion = text('assertion');
  const assertionFile = text('assertionFile');
  const scopes = values.get('scopes');
  const enterprise = values.get('enterpriseManaged');
  return {
    ...(clientId && { clientId }),
    ...(clientSecret && { clientSecret }),
    ...(privateKey && { privateKey }),
    ...(algorithm && { algorithm }),
    ...(issuer && { issuer }),
    ...grantOf(text('grantType', 'grant_type', 'grant')),
    ...(assertion && { assertion }),
    ...(assertionFile && { assertionFile }),
    ...identityProviderOf(values.get('identityProvider')),
    ...(scopes?.kind === 'array' && { scopes: scopes.items.flatMap((item) => textOf(item) ?? []) }),
    ...(enterprise?.kind === 'boolean' && { enterpriseManaged: enterprise.value === true }),
  };
}

function grantOf(name: string | undefined): Pick<OAuthOptions, 'grant'> {
  return name === 'client_credentials' || name === 'jwt_bearer' ? { grant: name } : {};
}

/** It needs its client, and a place to sign in or an identity token: without them it counts as absent. */
function identityProviderOf(node: JsonNode | undefined): Pick<OAuthOptions, 'identityProvider'> {
  if (node?.kind !== 'object') return {};
  const values = new Map(node.members.map(({ key, value }) => [key, textOf(value)]));
  const [clientId, clientSecret, issuer] = ['clientId', 'clientSecret', 'issuer'].map((key) => values.get(key));
  const [tokenEndpoint, idToken] = ['tokenEndpoint', 'idToken'].map((key) => values.get(key));
  if (!clientId) return {};
  const client = { clientId, ...(clientSecret && { clientSecret }) };
  if (tokenEndpoint && idToken) return { identityProvider: { ...client, tokenEndpoint, idToken } };
  return issuer ? { identityProvider: { ...client, issuer } } : {};
}

function textOf(node: JsonNode | undefined): string | undefined {
  return node?.kind === 'string' ? String(node.value) : undefined;
}
