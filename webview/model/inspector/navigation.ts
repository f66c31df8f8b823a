import { type Signal, effect, signal } from '@preact/signals-core';
import { isRecord } from '../../../src/base/json.ts';
import type { Selection } from '../../../src/contract/inspector.ts';
import { isNumber, type PageState } from '../../platform/pageState.ts';

export const tabs = ['tools', 'resources', 'prompts', 'tasks', 'events', 'server', 'calls', 'raw'] as const;
export type Tab = (typeof tabs)[number];
/** The tabs with a list and a chosen item. The chosen tool is not among them, because the host shares it. */
type ListTab = Exclude<Tab, 'tools' | 'server' | 'calls' | 'raw'>;

const maxSaved = 60;

/** Where the user is in the Inspector: the tab, and the chosen item of each tab and server. */
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
    // The key has the tab's old name, so that an update finds what was saved before it.
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

  /** Shows what the host selected: a click in the tree view opens the tab of the clicked item. */
  follow({ server, tool, resource, prompt }: Selection): void {
    if (server === undefined) return;
    if (resource !== undefined) this.choose('resources', server, resource);
    else if (prompt !== undefined) this.choose('prompts', server, prompt);
    else if (tool !== undefined) this.tab.value = 'tools';
  }

  scrollOf(key: string): number | undefined {
    return this.#scrolls.get(key);
  }

  /** Newest last, so that the oldest are dropped first. */
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
