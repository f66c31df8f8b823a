import { effect } from '@preact/signals-core';
import { isRecord, sameJson } from '../../../src/base/json.ts';
import type { Disposable } from '../../../src/base/lifetime.ts';
import { toolKey } from './calls.ts';
import { Form } from '../form/form.ts';
import type { PageState } from '../../platform/pageState.ts';

interface Draft {
  readonly schema: unknown;
  readonly form: Form;
  readonly watch: Disposable;
}

const maxSaved = 40;
const maxSavedLength = 100_000;

/** The arguments being edited, per tool. Navigating away, hiding and reloading the page lose nothing. */
export class CallDrafts {
  readonly #saved: PageState;
  readonly #drafts = new Map<string, Draft>();
  readonly #savedTexts: Map<string, string>;

  constructor(saved: PageState) {
    this.#saved = saved;
    const kept = saved.read('drafts', isRecord) ?? {};
    this.#savedTexts = new Map(
      Object.entries(kept).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    );
  }

  of(server: string, tool: string, schema: unknown): Form {
    const key = toolKey(server, tool);
    const draft = this.#drafts.get(key);
    if (draft && sameJson(draft.schema, schema)) return draft.form;
    draft?.watch.dispose();
    const form = new Form(schema);
    const text = draft?.form.json.peek() ?? this.#savedTexts.get(key);
    if (text !== undefined) form.type(text);
    const stop = effect(() => this.#save(key, form.json.value));
    this.#drafts.set(key, { schema, form, watch: { dispose: stop } });
    return form;
  }

  /** Replaces the draft with arguments from elsewhere, for example from a recorded call. */
  fill(server: string, tool: string, args: unknown): void {
    const key = toolKey(server, tool);
    const text = JSON.stringify(args, undefined, 2);
    const draft = this.#drafts.get(key);
    if (draft) draft.form.type(text);
    else this.#save(key, text);
  }

  /** Loads arguments from elsewhere; without a schema yet they are stored until there is one. */
  put(server: string, tool: string, schema: unknown, args: Readonly<Record<string, unknown>>): void {
    if (schema !== undefined) this.of(server, tool, schema).load(args);
    else this.#savedTexts.set(toolKey(server, tool), JSON.stringify(args, undefined, 2));
  }

  /** Newest last, so that the oldest are dropped first. */
  #save(key: string, text: string): void {
    this.#savedTexts.delete(key);
    if (text !== '{}' && text.length <= maxSavedLength) this.#savedTexts.set(key, text);
    for (const oldest of [...this.#savedTexts.keys()].slice(0, Math.max(0, this.#savedTexts.size - maxSaved)))
      this.#savedTexts.delete(oldest);
    this.#saved.write('drafts', Object.fromEntries(this.#savedTexts));
  }
}
