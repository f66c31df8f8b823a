import { readFile } from 'node:fs/promises';
import { type FetchLike, requestJwtAuthorizationGrant } from '@modelcontextprotocol/client';
import { authRequired } from '../../../base/faults/serverFaults.ts';
import type { GivenIdentity } from '../../config/model/launch.ts';
import type { OAuthLaunch } from '../model/launch.ts';
import type { IdentitySignIn } from './identitySignIn.ts';

/** What is known when the token request is made. */
interface TokenRequestContext {
  readonly issuer: string | undefined;
  readonly resource: string | undefined;
  readonly fetch: FetchLike;
  /** Where the user signs in at an identity provider. */
  readonly withIdentity?: IdentitySignIn['withIdentity'] | undefined;
}

type PrepareTokenRequest = (scope: string | undefined, context: TokenRequestContext) => Promise<URLSearchParams>;

const jwtBearer = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

/** How tokens are had without a user; `undefined` where a user signs in. */
export function unattendedGrant(registered: OAuthLaunch | undefined): PrepareTokenRequest | undefined {
  if (registered?.identityProvider) return once(enterpriseManaged(registered));
  if (registered?.grant === 'jwt_bearer') return once(async (scope) => bearing(await assertionOf(registered), scope));
  if (registered?.grant !== 'client_credentials') return undefined;
  return async (scope) => new URLSearchParams({ grant_type: 'client_credentials', ...(scope && { scope }) });
}

/** An assertion that was refused is refused again, and the SDK tries once more: it must not be sent twice. */
function once(prepare: PrepareTokenRequest): PrepareTokenRequest {
  let isUsed = false;
  return (scope, context) => {
    if (isUsed) throw authRequired('assertionRefused', context.issuer);
    isUsed = true;
    return prepare(scope, context);
  };
}

/** Whatever else the file holds, such as a private key, is never sent. */
async function assertionOf({ assertion = '', assertionFile: file }: OAuthLaunch): Promise<string> {
  if (file === undefined) return assertion;
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw authRequired('noAssertion', file, { cause });
  });
  if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(text.trim())) throw authRequired('noAssertion', file);
  return text.trim();
}

/** The identity provider vouches for the user to this authorization server, and for this server only (ID-JAG). */
function enterpriseManaged({ identityProvider }: OAuthLaunch): PrepareTokenRequest {
  const { clientId, clientSecret } = identityProvider!;
  return async (scope, { issuer = '', resource = '', fetch, withIdentity }) => {
    const vouch = async ({ tokenEndpoint, idToken }: GivenToken, fetchFn = fetch): Promise<URLSearchParams> => {
      const { jwtAuthGrant } = await requestJwtAuthorizationGrant({
        tokenEndpoint,
        audience: issuer,
        resource,
        idToken,
        clientId,
        ...(clientSecret !== undefined && { clientSecret }),
        ...(scope !== undefined && { scope }),
        fetchFn,
      });
      return bearing(jwtAuthGrant, scope);
    };
    return 'idToken' in identityProvider! ? vouch(identityProvider) : withIdentity!(vouch);
  };
}

type GivenToken = Pick<GivenIdentity, 'tokenEndpoint' | 'idToken'>;

function bearing(assertion: string, scope: string | undefined): URLSearchParams {
  return new URLSearchParams({ grant_type: jwtBearer, assertion, ...(scope && { scope }) });
}
