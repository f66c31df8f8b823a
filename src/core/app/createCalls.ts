import type { Lifetime } from '../../base/lifetime.ts';
import { CallHistory } from '../calls/callHistory.ts';
import { CallStore } from '../calls/callStore.ts';
import { SavedCalls } from '../calls/savedCalls.ts';
import { TaskStore } from '../calls/tasks/taskStore.ts';
import { WatchedCalls } from '../calls/watchedCalls.ts';
import { workspaceScope } from '../store/workspaceScope.ts';
import { LastingStatistics, type StatisticsTotal } from '../servers/calls/lastingStatistics.ts';
import type { ServerRegistry } from '../servers/registry.ts';
import type { ToolTrust } from '../servers/toolTrust.ts';
import type { CoreParts } from './coreParts.ts';

interface Calls {
  readonly calls: CallStore;
  readonly watchedCalls: WatchedCalls;
  readonly savedCalls: SavedCalls;
  readonly tasks: TaskStore;
  statistics(id: string): StatisticsTotal | undefined;
}

export function createCalls(
  { ports, redactor, keepsCalls = false, pendingRequests, clientRequests }: CoreParts,
  registry: ServerRegistry,
  toolTrust: ToolTrust,
  lifetime: Lifetime,
): Calls {
  const server = registry.get.bind(registry);
  const { store } = ports;
  const scope = (): string => workspaceScope(ports.workspace);
  const history = keepsCalls ? new CallHistory({ store, scope, redactor }) : undefined;
  const calls = lifetime.add(new CallStore({ clock: ports.clock, redactor, history, server }));
  if (pendingRequests) {
    lifetime.add(pendingRequests.onDidSettle(({ server: id, call, round }) => calls.addRound(id, call, round)));
    pendingRequests.guessBy((id) => calls.onlyRunning(id));
  }
  const statistics = lifetime.add(new LastingStatistics({ ...ports, servers: registry.servers, scope }));
  const mayCall = (id: string, tool: string): void => toolTrust.assertUsable(id, tool);
  return {
    calls,
    watchedCalls: lifetime.add(new WatchedCalls({ calls, servers: registry.servers })),
    statistics: (id) => statistics.total(server(id)),
    savedCalls: lifetime.add(new SavedCalls({ ...ports, redactor })),
    tasks: lifetime.add(new TaskStore({ server, mayCall, clientRequests, store, scope, redactor })),
  };
}
