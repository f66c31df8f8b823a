import { type Signal, signal } from '@preact/signals-core';
import { isRecord } from '../../../src/base/json.ts';
import type { PageState } from '../../platform/pageState.ts';

export type Texts = Readonly<Record<string, string>>;

const maxSaved = 60;

/** Input for the arguments of a prompt or the variables of a template; saved like all input. */
export class ArgumentDrafts {
  readonly #saved: PageState;
  readonly #drafts = new Map<string, Signal<Texts>>();

  constructor(saved: PageState) {
    this.#saved = saved;
    for (const [key, texts] of Object.entries(saved.read('arguments', isRecord) ?? {}))
      if (isTexts(texts)) this.#drafts.set(key, signal(texts));
  }

  of(key: string): Signal<Texts> {
    let draft = this.#drafts.get(key);
    if (!draft) this.#drafts.set(key, (draft = signal<Texts>({})));
    return draft;
  }

  /** An empty field is unset; "Send empty" is not offered, because both protocols treat them alike. */
  set(key: string, name: string, text: string): void {
    const draft = this.of(key);
    const { [name]: _, ...rest } = draft.peek();
    draft.value = text === '' ? rest : { ...rest, [name]: text };
    const kept = [...this.#drafts].filter(([, { value }]) => Object.keys(value).length > 0).slice(-maxSaved);
    this.#saved.write('arguments', Object.fromEntries(kept.map(([each, { value }]) => [each, value])));
  }
}

function isTexts(value: unknown): value is Texts {
  return isRecord(value) && Object.values(value).every((text) => typeof text === 'string');
}
