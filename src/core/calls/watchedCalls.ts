import { randomUUID } from 'node:crypto';
import { type ReadonlySignal, effect } from '@preact/signals-core';
import { Emitter, type Event } from '../../base/event.ts';
import { sameJson } from '../../base/json.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { CallView } from '../../contract/calls.ts';
import type { ManagedServer } from '../servers/model/server.ts';
import { watchStarts } from '../servers/watchStarts.ts';
import type { CallStore } from './callStore.ts';
import { plainOf } from './outcome.ts';

/** A watched call that was made again. */
export interface Rerun {
  readonly before: CallView;
  readonly after: CallView;
  /** Unknown where the earlier result is no longer held. */
  readonly isSame?: boolean;
}

interface WatchedParts {
  readonly calls: CallStore;
  readonly servers: ReadonlySignal<readonly ManagedServer[]>;
}

/** Makes watched calls again when their server has been started again; the new call is watched in place of the old. */
export class WatchedCalls implements Disposable {
  readonly #calls: CallStore;
  readonly #lifetime = new Lifetime();
  readonly #ended = this.#lifetime.add(new Emitter<Rerun>());
  /** Those that run, with the id of the call before. */
  readonly #running = new Map<string, string>();

  constructor({ calls, servers }: WatchedParts) {
    this.#calls = calls;
    // A start is told while signals settle, and a call changes some of them.
    this.#lifetime.add(watchStarts(servers, (id) => queueMicrotask(() => this.#callAgain(id))));
    this.#lifetime.defer(effect(() => this.#tellEnded(calls.views.value)));
  }

  get onDidRerun(): Event<Rerun> {
    return this.#ended.event;
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #callAgain(server: string): void {
    const watched = this.#calls.views.peek().find((view) => view.server === server && view.isWatched === true);
    if (!watched || watched.state.kind === 'running' || this.#lifetime.ended) return;
    const { id, tool, args, meta, timeoutMs } = watched;
    const call = randomUUID();
    this.#running.set(call, id);
    this.#calls.run({ call, server, tool, args, meta, timeoutMs });
    this.#calls.watch(call, true);
  }

  #tellEnded(views: readonly CallView[]): void {
    for (const [id, earlier] of this.#running) {
      const after = views.find((view) => view.id === id);
      if (after?.state.kind === 'running') continue;
      this.#running.delete(id);
      const before = views.find((view) => view.id === earlier);
      if (after && before) this.#ended.fire({ before, after, ...this.#compared(earlier, id) });
    }
  }

  #compared(before: string, after: string): Pick<Rerun, 'isSame'> {
    try {
      return { isSame: sameJson(plainOf(this.#calls.outcome(before)), plainOf(this.#calls.outcome(after))) };
    } catch {
      return {}; // too large to be kept, or forgotten
    }
  }
}
