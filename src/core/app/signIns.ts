import type { SignInStart, SignInView } from '../../contract/signIn.ts';
import type { ServerEntry } from '../config/model/model.ts';
import { type GrantStore, TokenVault, resourceOf } from '../servers/oauth/grants/tokenVault.ts';
import type { ManagedServer } from '../servers/model/server.ts';

/** The steps of the last sign-ins, and what is known about the tokens. */
export async function signInView(
  { id, signInSteps: steps }: ManagedServer,
  { launch }: ServerEntry,
  store: GrantStore,
): Promise<SignInView> {
  if (launch.kind === 'stdio' || !URL.canParse(launch.url)) return { steps };
  const { tokenView } = await import('../servers/oauth/grants/tokenView.ts');
  const token = await tokenView({ resource: resourceOf(launch.url), server: id }, store, Date.now());
  return { steps, ...(token && { token }) };
}

/** Forgets what comes from this step on, and starts the server. */
export async function signInAgain(
  server: ManagedServer,
  { launch }: ServerEntry,
  from: SignInStart,
  store: GrantStore,
): Promise<void> {
  if (launch.kind === 'stdio' || !URL.canParse(launch.url)) return;
  await server.stop();
  const vault = new TokenVault(store, { resource: resourceOf(launch.url), server: server.id });
  const issuer = await vault.currentIssuer();
  if (from === 'discovery') await vault.clear(); // whatever is known of an authorization server is with its grant
  else if (issuer !== undefined) await forget(vault, issuer, from);
  await server.start();
}

async function forget(vault: TokenVault, issuer: string, from: Exclude<SignInStart, 'discovery'>): Promise<void> {
  const { client, tokens } = await vault.grant(issuer);
  if (from === 'refresh') return vault.note(issuer, { expiresAt: 0 });
  await vault.forgetTokens(issuer, tokens?.refresh_token);
  if (from === 'registration') await vault.forgetClient(issuer, client?.client_id);
}
