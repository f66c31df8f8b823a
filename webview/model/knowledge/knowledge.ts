import { effect, signal } from '@preact/signals-core';
import { debounce } from '../../../src/base/async.ts';
import type { Disposable } from '../../../src/base/lifetime.ts';
import type { Handlers } from '../../../src/contract/rpc/contract.ts';
import type { WebviewContract } from '../../../src/contract/inspector.ts';
import type { PatternSearch, PatternView } from '../../../src/contract/knowledge.ts';
import { load, type Loaded } from '../../platform/loaded.ts';
import { isNumber, isText, type PageState } from '../../platform/pageState.ts';
import type { HostLink } from '../../platform/hostLink.ts';

type KnowledgeHandlers = Pick<Handlers<WebviewContract>, 'knowledge/show' | 'knowledge/changed'>;

const typingMs = 120;

/** What the Knowledge view shows, without a DOM. */
export class Knowledge {
  readonly query = signal('');
  readonly category = signal('');
  readonly list = signal<Loaded<PatternSearch>>({ kind: 'none' });
  readonly chosen = signal<string | undefined>(undefined);
  readonly pattern = signal<Loaded<PatternView>>({ kind: 'none' });
  readonly #link: HostLink;
  readonly #searchSoon = debounce(() => void this.search(), typingMs);
  #searches = 0;
  #lastRequest = 0;

  constructor(link: HostLink, saved: PageState) {
    this.#link = link;
    this.query.value = saved.read('knowledge.query', isText) ?? '';
    this.category.value = saved.read('knowledge.category', isText) ?? '';
    this.chosen.value = saved.read('knowledge.chosen', isText);
    this.#lastRequest = saved.read('knowledge.wish', isNumber) ?? 0;
  }

  /** What a command requested meanwhile, else what was shown before a reload. */
  async open(): Promise<void> {
    await this.showRequested();
    if (this.list.peek().kind === 'none') void this.search();
    const chosen = this.chosen.peek();
    if (chosen !== undefined && this.pattern.peek().kind === 'none') void this.choose(chosen);
  }

  setQuery(query: string): void {
    this.query.value = query;
    this.#searchSoon();
  }

  setCategory(category: string): void {
    this.category.value = category;
    void this.search();
  }

  /** Only the newest search counts: an older one may finish later. */
  async search(): Promise<void> {
    const turn = ++this.#searches;
    const [query, category] = [this.query.peek(), this.category.peek()];
    const { list } = this;
    const known = list.peek();
    list.value = { kind: 'loading', ...(known.kind === 'ready' && { before: known.value }) };
    const request = this.#link.request('knowledge/search', { query, ...(category !== '' && { category }) });
    const next = await load(request);
    if (turn === this.#searches) list.value = next;
  }

  async choose(id: string): Promise<void> {
    this.chosen.value = id;
    this.pattern.value = { kind: 'loading' };
    const next = await load(this.#link.request('knowledge/get', { id }));
    if (this.chosen.peek() === id) this.pattern.value = next;
  }

  closePattern(): void {
    this.chosen.value = undefined;
    this.pattern.value = { kind: 'none' };
  }

  openLink(link: number): void {
    const id = this.chosen.peek();
    if (id !== undefined) this.#link.request('knowledge/openLink', { id, link }).catch(() => {}); // without a browser nothing happens
  }

  /** Shows what a command requested; a reload does not show it again. */
  async showRequested(): Promise<void> {
    const requested = await this.#link.request('knowledge/wanted', undefined);
    if (!requested || requested.at <= this.#lastRequest) return;
    this.#lastRequest = requested.at;
    this.closePattern();
    if (requested.query !== undefined) {
      this.category.value = '';
      this.query.value = requested.query;
    }
    await Promise.all([this.search(), requested.id !== undefined && this.choose(requested.id)]);
  }

  handlers(): KnowledgeHandlers {
    return {
      'knowledge/show': () => void this.showRequested().catch(() => {}), // the host is closing: nothing to show
      'knowledge/changed': () => this.#refresh(),
    };
  }

  /** Saves what a reload must restore. */
  watch(saved: PageState): Disposable {
    return {
      dispose: effect(() => {
        saved.write('knowledge.query', this.query.value);
        saved.write('knowledge.category', this.category.value);
        saved.write('knowledge.chosen', this.chosen.value);
        void (this.list.value, saved.write('knowledge.wish', this.#lastRequest));
      }),
    };
  }

  #refresh(): void {
    if (this.list.peek().kind !== 'none') void this.search();
    const chosen = this.chosen.peek();
    if (chosen !== undefined) void this.choose(chosen);
  }
}
