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
  const scopes = values.get('scopes');
  const enterprise = values.get('enterpriseManaged');
  return {
    ...(clientId && { clientId }),
    ...(clientSecret && { clientSecret }),
    ...(privateKey && { privateKey }),
    ...(algorithm && { algorithm }),
    ...(issuer && { issuer }),
    ...(text('grantType', 'grant_type', 'grant') === 'client_credentials' && { grant: 'client_credentials' as const }),
    ...(scopes?.kind === 'array' && { scopes: scopes.items.flatMap((item) => textOf(item) ?? []) }),
    ...(enterprise?.kind === 'boolean' && { enterpriseManaged: enterprise.value === true }),
  };
}

function textOf(node: JsonNode | undefined): string | undefined {
  return node?.kind === 'string' ? String(node.value) : undefined;
}
