import type { ServerEntry } from '../config/model/model.ts';
import type { ManagedServer } from '../servers/model/server.ts';
import type { GrantStore } from '../servers/oauth/grants/tokenVault.ts';
import type { Approvals } from '../trust/approval/approvals.ts';
import type { LaunchResolver } from '../servers/launchResolver.ts';
import type { ToolTrust } from '../servers/toolTrust.ts';

/** The stored data of a server that can be deleted. */
export type ResetPart = 'inputs' | 'signIn' | 'approval' | 'pins';

interface ResetParts {
  readonly grants: GrantStore;
  readonly approvals: Approvals;
  readonly launchResolver: LaunchResolver;
  readonly toolTrust: ToolTrust;
}

/** Stops the server first: a running one would keep using the data. */
export async function resetServer(
  server: ManagedServer,
  entry: ServerEntry,
  what: readonly ResetPart[],
  { grants, approvals, launchResolver, toolTrust }: ResetParts,
): Promise<void> {
  await server.stop();
  if (what.includes('inputs')) await launchResolver.forgetInputs(entry);
  if (what.includes('signIn')) await signOut(server, entry, grants);
  if (what.includes('pins')) await toolTrust.forget(server.id);
  if (what.includes('approval')) await approvals.withdraw(entry);
}

async function signOut(server: ManagedServer, { launch }: ServerEntry, store: GrantStore): Promise<void> {
  if (launch.kind === 'stdio') return;
  const oauth = await import('../servers/oauth/signOut.ts'); // with it comes the SDK's part for signing in
  await oauth.signOut(launch, { store, server: server.id, step: (step) => server.addSignInStep(step) });
}
