import type { RootsStore } from '../../../../core/servers/rootsStore.ts';
import type { Handlers } from '../../../../contract/rpc/contract.ts';
import type { rootsHostMethods } from '../../../../contract/roots.ts';

export function rootsHandlers(
  roots: RootsStore,
  shell: { pickFolder(): Promise<string | undefined> },
): Handlers<typeof rootsHostMethods> {
  return {
    'roots/set': ({ server, all, uris }) => roots.choose(server, all, uris),
    'roots/reset': ({ server }) => roots.reset(server),
    'roots/pick': async () => {
      const uri = await shell.pickFolder();
      return uri === undefined ? {} : { uri };
    },
  };
}
