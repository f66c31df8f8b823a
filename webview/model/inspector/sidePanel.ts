import { type Signal, effect, signal } from '@preact/signals-core';
import type { ComponentType } from 'preact';
import type { Saved } from '../../platform/pageState.ts';
import type { HostLink } from '../../platform/hostLink.ts';
import type { TrafficHandlers } from '../traffic/trafficModel.ts';

export interface OpenTraffic {
  readonly handlers: TrafficHandlers;
  readonly Content: ComponentType;
  begin(): Promise<void>;
}

export type LoadTraffic = (link: HostLink, saved: Saved) => Promise<OpenTraffic>;

/** The traffic log beside the Inspector, where there is room: its code and its rows come when it is first shown. */
export class Beside {
  /** The person wants to see it, if there is room. */
  readonly wanted: Signal<boolean>;
  readonly traffic = signal<OpenTraffic | undefined>(undefined);
  readonly #load: () => Promise<OpenTraffic>;
  #isAsked = false;

  constructor(link: HostLink, saved: Saved, load: LoadTraffic) {
    this.#load = () => load(link, saved);
    this.wanted = signal(saved.read('trafficBeside', isFlag) ?? true);
    effect(() => saved.write('trafficBeside', this.wanted.value));
  }

  async open(): Promise<void> {
    if (this.#isAsked) return;
    this.#isAsked = true;
    const traffic = await this.#load();
    this.traffic.value = traffic;
    await traffic.begin();
  }

  /** What the host tells of traffic concerns nobody here until the log is open. */
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

function isFlag(value: unknown): value is boolean {
  return typeof value === 'boolean';
}
