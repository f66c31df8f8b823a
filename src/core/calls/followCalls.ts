import { effect } from '@preact/signals-core';
import { type Disposable, disposable } from '../../base/lifetime.ts';
import type { CallView } from '../../contract/calls.ts';
import type { CallStore } from './callStore.ts';

interface CallChanges {
  changed(call: CallView): void;
  forgotten(ids: readonly string[]): void;
}

/** Tells the differences, oldest call first, to someone who has the list as it is: results are large, and most calls are over. */
export function followCalls({ views }: Pick<CallStore, 'views'>, changes: CallChanges): Disposable {
  let before = byId(views.peek());
  const compare = (): void => {
    const now = byId(views.value);
    for (const [id, view] of now) if (before.get(id) !== view) changes.changed(view);
    const gone = [...before.keys()].filter((id) => !now.has(id));
    before = now;
    if (gone.length > 0) changes.forgotten(gone);
  };
  return disposable(effect(compare));
}

function byId(views: readonly CallView[]): ReadonlyMap<string, CallView> {
  return new Map(views.toReversed().map((view) => [view.id, view]));
}
