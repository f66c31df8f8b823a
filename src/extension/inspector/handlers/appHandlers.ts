import { noToolPage } from '../../../base/faults/serverFaults.ts';
import { Fault, type FaultShape } from '../../../base/fault.ts';
import type { Core } from '../../../core/app/core.ts';
import { appUriOf, readAppPage } from '../../../core/mcpApps/appPage.ts';
import type { AppView, appHostMethods } from '../../../contract/apps.ts';
import type { Handlers } from '../../../contract/rpc/contract.ts';
import type { PageShell } from './pageShell.ts';

export function appHandlers(core: Core, shell: PageShell): Handlers<typeof appHostMethods> {
  const faultOf = (error: unknown): { readonly fault: FaultShape } => ({
    fault: core.redactor.value(Fault.from(error, 'server/call-failed').toShape()),
  });
  return {
    'apps/look': ({ server, tool }) => look(core, server, tool).catch(faultOf),
    'apps/open': (request) => shell.openApp(request).then(() => undefined, faultOf),
  };
}

async function look(core: Core, id: string, name: string): Promise<AppView> {
  const server = core.server(id);
  const tool = server.tools.peek().find((each) => each.name === name);
  const uri = tool && appUriOf(tool);
  if (uri === undefined) throw noToolPage(name);
  const { connect, resource, frame } = readAppPage(await server.readResource(uri)).domains;
  return { uri, domains: [...new Set([...connect, ...resource, ...frame])] };
}
