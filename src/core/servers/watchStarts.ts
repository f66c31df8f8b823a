import { type ReadonlySignal, effect } from '@preact/signals-core';
import { type Disposable, disposable } from '../../base/lifetime.ts';
import type { ManagedServer, ServerState } from './model/server.ts';

/**
 * Calls back with the id of each server that has been started. One that comes back after it was lost does not count:
 * a check that makes its server crash would be run again without an end.
 */
export function watchStarts(
  servers: ReadonlySignal<readonly ManagedServer[]>,
  started: (id: string) => void,
): Disposable {
  const last = new WeakMap<ManagedServer, { isLost: boolean; since: number | undefined }>();
  let isFirst = true;
  const stop = effect(() => {
    for (const server of servers.value) {
      const state = server.state.value;
      const before = last.get(server);
      const isLost = state.kind === 'waiting' || (before?.isLost === true && state.kind === 'connecting');
      const since = sinceOf(state) ?? before?.since;
      last.set(server, { isLost, since });
      if (!isFirst && !before?.isLost && since !== before?.since) started(server.id);
    }
    isFirst = false;
  });
  return disposable(stop);
}

function sinceOf(state: ServerState): number | undefined {
  return state.kind === 'connected' ? state.since : undefined;
}
