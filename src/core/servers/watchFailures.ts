import { effect } from '@preact/signals-core';
import type { Fault } from '../../base/fault.ts';
import type { ManagedServer } from './model/server.ts';

/** Reports why a server is not there: each reason once, until the server is back. Returns how to stop. */
export function watchFailures(
  servers: readonly ManagedServer[],
  report: (server: ManagedServer, fault: Fault) => void,
): () => void {
  const stops = servers.map((server) => {
    let last = '';
    return effect(() => {
      const state = server.state.value;
      if (state.kind === 'connected') last = '';
      if ((state.kind !== 'error' && state.kind !== 'waiting') || state.fault.message === last) return;
      last = state.fault.message;
      report(server, state.fault);
    });
  });
  return () => {
    for (const stop of stops) stop();
  };
}
