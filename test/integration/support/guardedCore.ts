import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CoreParts } from '../../../src/core/app/coreParts.ts';
import { readSettings } from '../../../src/core/app/settings/settings.ts';
import { createLog } from '../../../src/base/log.ts';
import { approveChoice } from '../../../src/core/trust/approval/requestApproval.ts';
import { createFakePorts } from '../../support/fakePorts.ts';
import { openCore } from '../../support/openCore.ts';
import { signInUser } from './signInUser.ts';

/** The whole core with servers of one URL that requires a sign-in, by a user who does it. */
export async function openGuarded(
  url: string,
  names: readonly string[] = ['guarded'],
  { oauth, core: more = {} }: { readonly oauth?: object; readonly core?: Partial<CoreParts> } = {},
) {
  const folder = mkdtempSync(path.join(tmpdir(), 'guarded-'));
  const fake = createFakePorts(folder);
  const lines: string[] = [];
  const user = signInUser();
  const ports = {
    ...fake,
    log: createLog((line) => lines.push(JSON.stringify(line))),
    secrets: user.secrets,
    ask: { ...fake.ask, choose: async () => approveChoice(), openExternal: user.ask.openExternal },
  };
  const servers = Object.fromEntries(names.map((name) => [name, { type: 'http', url, ...(oauth && { oauth }) }]));
  fake.edit('.vscode/mcp.json', JSON.stringify({ servers }));
  // A port of its own: where another test file holds the usual one, the client is registered anew.
  const settings = { ...readSettings(() => undefined), 'oauth.callbackPort': 0 };
  const core = await openCore(ports, { settings, ...more });
  for (const name of names) await core.approve(name);
  const end = async (): Promise<void> => {
    for (const name of names) await core.server(name).stop();
    core.dispose();
  };
  return { core, fake, folder, lines, user, [Symbol.asyncDispose]: end };
}
