import type { ServerRegistry } from '../servers/registry.ts';
import { type ServerEntries, serverIdOf } from './configured/serverEntries.ts';
import type { CoreParts } from './coreParts.ts';
import type { Traffic } from './createTraffic.ts';
import type { Trust } from './createTrust.ts';
import { DevLoop } from './devLoop/devLoop.ts';

interface DevLoopParts {
  readonly registry: ServerRegistry;
  readonly entries: ServerEntries;
  readonly trust: Trust;
  readonly traffic: Traffic;
}

export function createDevLoop({ ports }: CoreParts, { registry, entries, trust, traffic }: DevLoopParts): DevLoop {
  const log = (id: string, text: string): void => void traffic.serverLogs.of(id).append('info', text);
  return new DevLoop({
    clock: ports.clock,
    server: (id) => registry.find(id),
    entry: (id) => entries.find(id),
    build: async (entry, signal) => {
      const { runBuild } = await import('./devLoop/runBuild.ts');
      const output = (text: string): void => log(serverIdOf(entry), text);
      await runBuild(entry, { resolver: trust.launchResolver, signal, output });
    },
    log,
  });
}
