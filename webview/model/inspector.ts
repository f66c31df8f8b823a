import { computed, effect, type Signal, signal } from '@preact/signals-core';
import type { Disposable } from '../../src/base/lifetime.ts';
import type { Handlers } from '../../src/protocol/contract.ts';
import type { Selection, ServersSnapshot, ToolView, WebviewContract } from '../../src/protocol/inspector.ts';
import { keepCalls, restoreCalls } from './callHistory.ts';
import { Calls, toolKey } from './calls.ts';
import { catalogIn, Catalogs } from './catalogs.ts';
import { Drafts } from './drafts.ts';
import { isText, type Saved } from './saved.ts';
import { type HostLink, isSelection, Servers } from './servers.ts';
import { indexTools, searchTools } from './toolSearch.ts';

export type InspectorHandlers = Pick<
  Handlers<WebviewContract>,
  'servers/changed' | 'catalog/changed' | 'selection/changed' | 'calls/progress'
>;

/** Everything the Inspector shows, without a DOM. */
export class Inspector {
  readonly servers: Servers;
  readonly catalogs: Catalogs;
  readonly calls: Calls;
  readonly drafts: Drafts;
  readonly query = signal('');
  readonly #tabs = new Map<string, Signal<string>>();

  readonly catalog = computed(() => {
    const server = this.servers.current.value;
    return server ? this.catalogs.of(server.id).value : undefined;
  });

  readonly #index = computed(() => {
    const state = this.catalog.value;
    return indexTools((state && catalogIn(state)?.tools) ?? []);
  });

  readonly tools = computed<readonly ToolView[]>(() => searchTools(this.#index.value, this.query.value));
  readonly toolCount = computed(() => this.#index.value.tools.length);
  /** What all definitions of this server together cost a model. */
  readonly tokens = computed(() => this.#index.value.tools.reduce((sum, tool) => sum + tool.tokens, 0));
  readonly instructions = computed(() => this.catalog.value && catalogIn(this.catalog.value)?.instructions);

  readonly tool = computed<ToolView | undefined>(() => {
    const name = this.servers.tool.value;
    return name === undefined ? undefined : this.#index.value.tools.find((tool) => tool.name === name);
  });

  constructor(link: HostLink, saved: Saved) {
    this.servers = new Servers(link);
    this.catalogs = new Catalogs(link);
    this.calls = new Calls(link);
    this.drafts = new Drafts(saved);
    this.servers.chosen.value = saved.read('selection', isSelection) ?? {};
    this.query.value = saved.read('query', isText) ?? '';
    restoreCalls(this.calls, saved.read('calls', Array.isArray) ?? []);
  }

  /** What was first: the host's choice wins over the one kept from last time, because it is newer. */
  begin(snapshot: ServersSnapshot, selection: Selection): void {
    this.servers.take(snapshot);
    if (selection.server !== undefined) this.servers.chosen.value = selection;
  }

  /** Form or JSON text: chosen for each tool on its own, so that one odd schema does not change the others. */
  tab(server: string, tool: string): Signal<string> {
    const key = toolKey(server, tool);
    let tab = this.#tabs.get(key);
    if (!tab) this.#tabs.set(key, (tab = signal('form')));
    return tab;
  }

  handlers(): InspectorHandlers {
    return {
      'servers/changed': (snapshot) => this.servers.take(snapshot),
      'catalog/changed': ({ server }) => this.#reload(server),
      // "Nothing chosen" is what a fresh host says; what this page remembers is then the better answer.
      'selection/changed': (selection) => {
        if (selection.server !== undefined) this.servers.chosen.value = selection;
      },
      'calls/progress': (progress) => this.calls.progress(progress),
    };
  }

  /** Asks for the list of the server on screen, and again each time it comes up. */
  watch(saved: Saved): Disposable {
    const stops = [
      effect(() => {
        const server = this.servers.current.value;
        if (server?.state === 'connected') this.catalogs.need(server.id);
      }),
      effect(() => saved.write('selection', this.servers.chosen.value)),
      effect(() => saved.write('query', this.query.value)),
      effect(() => {
        if (this.calls.version.value > 0) saved.write('calls', keepCalls(this.calls));
      }),
    ];
    return { dispose: () => stops.forEach((stop) => stop()) };
  }

  #reload(server: string): void {
    if (server === this.servers.current.peek()?.id) void this.catalogs.load(server);
    else this.catalogs.forget(server);
  }
}
