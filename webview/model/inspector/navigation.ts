import { type Signal, effect, signal } from '@preact/signals-core';
import { isRecord } from '../../../src/base/json.ts';
import type { Selection } from '../../../src/protocol/inspector.ts';
import { isNumber, type PageState } from '../../platform/pageState.ts';

export const tabs = ['tools', 'resources', 'prompts', 'tasks', 'events', 'server', 'calls', 'raw'] as const;
export type Tab = (typeof tabs)[number];
/** The tabs that are a list with something chosen in it; which tool is chosen, the host knows too. */
export type ListTab = Exclude<Tab, 'tools' | 'server' | 'calls' | 'raw'>;

const maxSaved = 60;

/** Where in the Inspector the person is: the tab, and what is chosen in each tab of each server. */
export class Navigation {
  readonly tab = signal<Tab>('tools');
  readonly #items = new Map<string, Signal<string | undefined>>();
  readonly #version = signal(0);
  readonly #scrolls: Map<string, number>;
  readonly #saved: PageState;

  constructor(saved: PageState) {
    this.#saved = saved;
    const scrolls = Object.entries(saved.read('scrolls', isRecord) ?? {});
    this.#scrolls = new Map(scrolls.filter((entry): entry is [string, number] => isNumber(entry[1])));
    this.tab.value = saved.read('part', isTab) ?? 'tools';
    for (const [key, item] of Object.entries(saved.read('items', isRecord) ?? {}))
      if (typeof item === 'string') this.#items.set(key, signal<string | undefined>(item));
  }

  chosen(tab: ListTab, server: string): string | undefined {
    return this.#item(tab, server).value;
  }

  choose(tab: ListTab, server: string, item: string | undefined): void {
    this.tab.value = tab;
    this.#item(tab, server).value = item;
    this.#version.value++;
  }

  /** What the host chose is shown: a click in the tree goes to the tab of what was clicked. */
  follow({ server, tool, resource, prompt }: Selection): void {
    if (server === undefined) return;
    if (resource !== undefined) this.choose('resources', server, resource);
    else if (prompt !== undefined) this.choose('prompts', server, prompt);
    else if (tool !== undefined) this.tab.value = 'tools';
  }

  scrollOf(key: string): number | undefined {
    return this.#scrolls.get(key);
  }

  /** Newest last, so that the oldest go first. */
  saveScroll(key: string, top: number): void {
    this.#scrolls.delete(key);
    this.#scrolls.set(key, top);
    if (this.#scrolls.size > maxSaved) this.#scrolls.delete(this.#scrolls.keys().next().value!);
    this.#saved.write('scrolls', Object.fromEntries(this.#scrolls));
  }

  watch(saved: PageState): () => void {
    const stops = [
      effect(() => saved.write('part', this.tab.value)),
      effect(() => {
        if (this.#version.value > 0) saved.write('items', this.#itemsToSave());
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }

  #item(tab: ListTab, server: string): Signal<string | undefined> {
    const key = JSON.stringify([tab, server]);
    let item = this.#items.get(key);
    if (!item) this.#items.set(key, (item = signal<string | undefined>(undefined)));
    return item;
  }

  #itemsToSave(): Record<string, string> {
    const set = [...this.#items].flatMap(([key, { value }]) => (value === undefined ? [] : [[key, value] as const]));
    return Object.fromEntries(set.slice(-maxSaved));
  }
}

function isTab(value: unknown): value is Tab {
  return tabs.includes(value as Tab);
}
