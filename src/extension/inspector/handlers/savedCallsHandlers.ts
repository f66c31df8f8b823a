import type { Core } from '../../../core/app/core.ts';
import type { Handlers } from '../../../contract/rpc/contract.ts';
import type { CallShell } from './callShell.ts';
import type { savedCallsHostMethods } from '../../../contract/savedCalls.ts';

export function savedCallsHandlers(
  { savedCalls }: Core,
  openFile: (file: string) => Promise<void>,
  shell: Pick<CallShell, 'saveChecks'>,
): Handlers<typeof savedCallsHostMethods> {
  return {
    'saved/list': async () => {
      await savedCalls.ready;
      return savedCalls.view.value;
    },
    'saved/put': (call) => savedCalls.put(call),
    'saved/remove': ({ name }) => savedCalls.remove(name),
    'saved/saveAsCheck': async ({ name }) => {
      const call = savedCalls.view.value.calls.find((one) => one.name === name);
      if (call) await shell.saveChecks(call.server, [{ tool: call.tool, args: call.args }]);
    },
    'saved/open': async () => {
      if (savedCalls.file !== undefined) await openFile(savedCalls.file);
    },
  };
}
