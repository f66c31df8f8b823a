import type { StoredOAuthClientInformation } from '@modelcontextprotocol/client';
import type { SignInStep } from '../../../contract/signIn.ts';
import type { RemoteLaunch } from '../../config/model/launch.ts';
import { authenticate } from './clientAuthentication.ts';
import { MetadataRequests } from './metadataRequests.ts';
import { StepRecorder } from './steps/stepRecorder.ts';
import { type Grant, type GrantStore, TokenVault, resourceOf } from './grants/tokenVault.ts';

interface SignOutParts {
  readonly store: GrantStore;
  /** The id of the server. */
  readonly server: string;
  /** Gets every step, without secrets. */
  step(step: SignInStep): void;
}

/** A sign-out does not wait longer for an authorization server. */
const revokeMs = 5_000;

/**
 * Revokes and deletes what is stored for the server. For a URL with unresolved variables nothing can be found; an
 * authorization server that does not respond keeps nobody signed in here.
 */
export async function signOut(launch: RemoteLaunch, { store, server, step }: SignOutParts): Promise<void> {
  const { url, oauth = {} } = launch;
  if (!URL.canParse(url)) return;
  const recorder = new StepRecorder(url, step);
  const signal = AbortSignal.timeout(revokeMs);
  const { issuer, clientId, clientSecret, identityProvider: identity } = oauth;
  const end = (resource: string, named: string | undefined, client: WrittenClient): Promise<void> => {
    const requests = new MetadataRequests({
      server: new URL(resource),
      named: named === undefined ? [] : [named],
      signal,
      exchanged: (exchange) => recorder.exchange(exchange),
    });
    return endGrants(new TokenVault(store, { resource, server }), client, requests, recorder);
  };
  await end(resourceOf(url), issuer, { clientId, clientSecret });
  if (identity && 'issuer' in identity && URL.canParse(identity.issuer))
    await end(identity.issuer, identity.issuer, identity);
}

/** The client as the entry of the server has it. */
interface WrittenClient {
  readonly clientId?: string | undefined;
  readonly clientSecret?: string | undefined;
}

async function endGrants(
  vault: TokenVault,
  { clientId, clientSecret }: WrittenClient,
  requests: MetadataRequests,
  recorder: StepRecorder,
): Promise<void> {
  for (const issuer of await vault.issuers()) {
    const grant = await vault.grant(issuer);
    const client = clientId === undefined ? grant.client : { client_id: clientId, ...secretOf(clientSecret) };
    if (client && !(await revoke(grant, client, requests))) recorder.notRevoked(issuer, Date.now());
  }
  await vault.clear();
}

/** One that is still a variable is not known here. */
function secretOf(secret: string | undefined): { readonly client_secret?: string } {
  return secret === undefined || secret.includes('${') ? {} : { client_secret: secret };
}

/** False if the authorization server was not told. The refresh token first: with it most authorization servers revoke the access tokens too (RFC 7009, 2.1). */
async function revoke(
  { tokens, endpoints }: Grant,
  client: StoredOAuthClientInformation,
  requests: MetadataRequests,
): Promise<boolean> {
  const endpoint = endpoints?.revocation_endpoint;
  if (endpoint === undefined || !URL.canParse(endpoint) || new URL(endpoint).protocol === 'file:') return false;
  for (const [hint, token] of [
    ['refresh_token', tokens?.refresh_token],
    ['access_token', tokens?.access_token],
  ] as const) {
    if (token === undefined) continue;
    const headers = new Headers({ 'content-type': 'application/x-www-form-urlencoded' });
    const body = new URLSearchParams({ token, token_type_hint: hint });
    authenticate(client, headers, body, endpoints?.token_endpoint_auth_methods_supported ?? []);
    try {
      await requests.fetch(endpoint, { method: 'POST', headers, body });
    } catch {
      return false; // out of reach: what is stored here is deleted all the same
    }
  }
  return true;
}
