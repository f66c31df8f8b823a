import { effect } from '@preact/signals-core';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { CallView } from '../../contract/calls.ts';
import type { CallStore } from './callStore.ts';

interface CallChanges {
  changed(call: CallView): void;
  forgotten(ids: readonly string[]): void;
}

/**
 * Reports the differences, oldest call first, to a listener that has the list as of when the store was ready: results
 * are large, and most calls are over.
 */
export function followCalls({ ready, views }: Pick<CallStore, 'ready' | 'views'>, changes: CallChanges): Disposable {
  const lifetime = new Lifetime();
  void ready.then(() => {
    let before = byId(views.peek());
    const compare = (): void => {
      const now = byId(views.value);
      for (const [id, view] of now) if (before.get(id) !== view) changes.changed(view);
      const gone = [...before.keys()].filter((id) => !now.has(id));
      before = now;
      if (gone.length > 0) changes.forgotten(gone);
    };
    lifetime.defer(effect(compare));
  });
  return lifetime;
}

function byId(views: readonly CallView[]): ReadonlyMap<string, CallView> {
  return new Map(views.toReversed().map((view) => [view.id, view]));
}
