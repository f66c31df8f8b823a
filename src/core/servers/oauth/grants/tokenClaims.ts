import { isRecord, parseJson } from '../../../../base/json.ts';

type TokenClaims = Readonly<Record<string, unknown>>;

/** What a JWT says of itself, unverified: to be shown and compared, never to decide who may do what. */
export function claimsOf(token: string): TokenClaims | undefined {
  const [, payload, signature] = token.split('.');
  if (payload === undefined || signature === undefined) return undefined;
  const parsed = parseJson(Buffer.from(payload, 'base64url').toString('utf8'));
  return parsed.ok && isRecord(parsed.value) ? parsed.value : undefined;
}

export function audiencesOf({ aud }: TokenClaims): readonly string[] {
  return [aud].flat().filter((each): each is string => typeof each === 'string');
}
