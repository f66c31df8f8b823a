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
export async function signOut({ url, oauth }: RemoteLaunch, { store, server, step }: SignOutParts): Promise<void> {
  if (!URL.canParse(url)) return;
  const vault = new TokenVault(store, { resource: resourceOf(url), server });
  const recorder = new StepRecorder(url, step);
  const signal = AbortSignal.timeout(revokeMs);
  const requests = new MetadataRequests({
    server: new URL(url),
    named: oauth?.issuer === undefined ? [] : [oauth.issuer],
    signal,
    exchanged: (exchange) => recorder.exchange(exchange),
  });
  for (const issuer of await vault.issuers()) {
    const grant = await vault.grant(issuer);
    const known = oauth?.clientId;
    const client = known === undefined ? grant.client : { client_id: known, ...secretOf(oauth?.clientSecret) };
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
