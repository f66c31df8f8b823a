import { type ReadonlySignal, effect } from '@preact/signals-core';
import { type Disposable, disposable } from '../../base/lifetime.ts';
import type { ManagedServer } from '../servers/model/server.ts';
import type { ToolTrust } from '../servers/toolTrust.ts';

/** Calls back with a server's id whenever its tools or the verdicts on them have changed, and for all when servers come or go. */
export function watchCatalogs(
  servers: ReadonlySignal<readonly ManagedServer[]>,
  trust: Pick<ToolTrust, 'held'>,
  changed: (server: string) => void,
): Disposable {
  let isFirst = true;
  const follow = ({ id, tools }: ManagedServer): (() => void) =>
    effect(() => {
      void (tools.value, trust.held(id));
      if (!isFirst) changed(id);
    });
  const stop = effect(() => {
    const stops = servers.value.map(follow);
    return () => {
      for (const stopOne of stops) stopOne();
    };
  });
  isFirst = false;
  return disposable(stop);
}
