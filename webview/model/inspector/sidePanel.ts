import { type Signal, effect, signal } from '@preact/signals-core';
import type { ComponentType } from 'preact';
import type { PageState } from '../../platform/pageState.ts';
import type { HostLink } from '../../platform/hostLink.ts';
import type { TrafficHandlers } from '../traffic/trafficModel.ts';

interface LoadedTraffic {
  readonly handlers: TrafficHandlers;
  readonly Content: ComponentType;
  begin(): Promise<void>;
}

export type LoadTraffic = (link: HostLink, saved: PageState) => Promise<LoadedTraffic>;

/** The traffic log to the right of the Inspector. Its code and its rows are loaded when it is first shown. */
export class SidePanel {
  /** The user wants to see it where there is enough room. */
  readonly enabled: Signal<boolean>;
  readonly traffic = signal<LoadedTraffic | undefined>(undefined);
  readonly #load: () => Promise<LoadedTraffic>;
  #isLoading = false;

  constructor(link: HostLink, saved: PageState, load: LoadTraffic) {
    this.#load = () => load(link, saved);
    // The key has the panel's old name, so that an update finds what was saved before it.
    this.enabled = signal(saved.read('trafficBeside', isBoolean) ?? true);
    effect(() => saved.write('trafficBeside', this.enabled.value));
  }

  async open(): Promise<void> {
    if (this.#isLoading) return;
    this.#isLoading = true;
    const traffic = await this.#load();
    this.traffic.value = traffic;
    await traffic.begin();
  }

  /** Traffic notifications are ignored until the log is open. */
  handlers(): TrafficHandlers {
    const now = (): TrafficHandlers | undefined => this.traffic.peek()?.handlers;
    return {
      'traffic/appended': (batch, signal) => now()?.['traffic/appended'](batch, signal),
      'traffic/cleared': (cleared, signal) => now()?.['traffic/cleared'](cleared, signal),
      'traffic/found': (found, signal) => now()?.['traffic/found'](found, signal),
      'traffic/query': (query, signal) => now()?.['traffic/query'](query, signal),
    };
  }
}

function isBoolean(value: unknown): value is boolean {
  return typeof value === 'boolean';
}
