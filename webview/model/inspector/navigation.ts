import { type Signal, effect, signal } from '@preact/signals-core';
import { isRecord } from '../../../src/base/json.ts';
import type { Selection } from '../../../src/protocol/inspector.ts';
import { isNumber, type Saved } from '../../platform/pageState.ts';

export const parts = ['tools', 'resources', 'prompts', 'tasks', 'events', 'server', 'calls', 'raw'] as const;
export type Part = (typeof parts)[number];
/** The parts that are a list with something chosen in it; which tool is chosen, the host knows too. */
export type ListPart = Exclude<Part, 'tools' | 'server' | 'calls' | 'raw'>;

const mostKept = 60;

/** Where in the Inspector the person is: the part, and what is chosen in each part of each server. */
export class Place {
  readonly part = signal<Part>('tools');
  readonly #items = new Map<string, Signal<string | undefined>>();
  readonly #version = signal(0);
  readonly #scrolls: Map<string, number>;
  readonly #saved: Saved;

  constructor(saved: Saved) {
    this.#saved = saved;
    const scrolls = Object.entries(saved.read('scrolls', isRecord) ?? {});
    this.#scrolls = new Map(scrolls.filter((entry): entry is [string, number] => isNumber(entry[1])));
    this.part.value = saved.read('part', isPart) ?? 'tools';
    for (const [key, item] of Object.entries(saved.read('items', isRecord) ?? {}))
      if (typeof item === 'string') this.#items.set(key, signal<string | undefined>(item));
  }

  chosen(part: ListPart, server: string): string | undefined {
    return this.#item(part, server).value;
  }

  choose(part: ListPart, server: string, item: string | undefined): void {
    this.part.value = part;
    this.#item(part, server).value = item;
    this.#version.value++;
  }

  /** What the host chose is shown: a click in the tree goes to the part of what was clicked. */
  follow({ server, tool, resource, prompt }: Selection): void {
    if (server === undefined) return;
    if (resource !== undefined) this.choose('resources', server, resource);
    else if (prompt !== undefined) this.choose('prompts', server, prompt);
    else if (tool !== undefined) this.part.value = 'tools';
  }

  scrollOf(key: string): number | undefined {
    return this.#scrolls.get(key);
  }

  /** Newest last, so that the oldest go first. */
  keepScroll(key: string, top: number): void {
    this.#scrolls.delete(key);
    this.#scrolls.set(key, top);
    if (this.#scrolls.size > mostKept) this.#scrolls.delete(this.#scrolls.keys().next().value!);
    this.#saved.write('scrolls', Object.fromEntries(this.#scrolls));
  }

  watch(saved: Saved): () => void {
    const stops = [
      effect(() => saved.write('part', this.part.value)),
      effect(() => {
        if (this.#version.value > 0) saved.write('items', this.#kept());
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }

  #item(part: ListPart, server: string): Signal<string | undefined> {
    const key = JSON.stringify([part, server]);
    let item = this.#items.get(key);
    if (!item) this.#items.set(key, (item = signal<string | undefined>(undefined)));
    return item;
  }

  #kept(): Record<string, string> {
    const set = [...this.#items].flatMap(([key, { value }]) => (value === undefined ? [] : [[key, value] as const]));
    return Object.fromEntries(set.slice(-mostKept));
  }
}

function isPart(value: unknown): value is Part {
  return parts.includes(value as Part);
}
