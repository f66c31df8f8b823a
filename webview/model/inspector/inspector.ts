import { computed, effect, type Signal, signal } from '@preact/signals-core';
import { sameJson } from '../../../src/base/json.ts';
import type { Disposable } from '../../../src/base/lifetime.ts';
import type { Handlers } from '../../../src/contract/rpc/contract.ts';
import type {
  CatalogView,
  Selection,
  ServersSnapshot,
  ToolView,
  WebviewContract,
} from '../../../src/contract/inspector.ts';
import type { LintView } from '../../../src/contract/lint.ts';
import { ClientRequests } from '../calls/clientRequests.ts';
import { CallOptionsDraft } from '../calls/callOptions.ts';
import { Calls, type RunOptions, toolKey } from '../calls/calls.ts';
import { Apps } from '../calls/apps.ts';
import { Browse } from '../browse/browse.ts';
import { CallDrafts } from '../calls/callDrafts.ts';
import { valueIn } from '../../platform/loaded.ts';
import { PerServer } from '../servers/perServer.ts';
import { type Tab, Navigation } from './navigation.ts';
import { RawRequest } from '../calls/rawRequest.ts';
import { SavedCallList } from '../calls/savedCalls.ts';
import { Snippets } from '../calls/snippets.ts';
import { isText, type PageState } from '../../platform/pageState.ts';
import type { HostLink } from '../../platform/hostLink.ts';
import { ServerActivities } from '../servers/activity.ts';
import { Conformance } from '../servers/conformance.ts';
import { SignIns } from '../servers/signIns.ts';
import { isSelection, Servers } from '../servers/servers.ts';
import { Tasks } from '../servers/tasks.ts';
import { indexTools, searchTools } from '../servers/itemSearch.ts';

type InspectorHandlers = Pick<
  Handlers<WebviewContract>,
  | 'servers/changed'
  | 'catalog/changed'
  | 'selection/changed'
  | 'wide/changed'
  | 'offers/changed'
  | 'events/changed'
  | 'resources/updated'
  | 'calls/changed'
  | 'calls/forgotten'
  | 'clientRequests/changed'
  | 'saved/changed'
  | 'tasks/changed'
  | 'conformance/changed'
>;

interface ShownCall {
  readonly server: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly options?: RunOptions;
}

/** Everything the Inspector shows, without a DOM. */
export class Inspector {
  readonly servers: Servers;
  readonly catalogs: PerServer<CatalogView>;
  readonly browse: Browse;
  readonly navigation: Navigation;
  readonly tasks: Tasks;
  /** Loaded on request only: a server lists its tools twice for it. */
  readonly lint: PerServer<LintView>;
  readonly conformance: Conformance;
  readonly signIns: SignIns;
  readonly activities: ServerActivities;
  readonly apps: Apps;
  readonly calls: Calls;
  readonly clientRequests: ClientRequests;
  readonly savedCalls: SavedCallList;
  readonly snippets: Snippets;
  readonly drafts: CallDrafts;
  readonly query = signal('');
  /** An editor beside this page shows the same: here the lists are enough. */
  readonly isShownWide = signal(false);
  readonly #formTabs = new Map<string, Signal<string>>();
  readonly #options = new Map<string, CallOptionsDraft>();
  readonly #raw = new Map<string, RawRequest>();
  readonly #link: HostLink;
  #isStarted = false;

  readonly catalog = computed(() => {
    const server = this.servers.current.value;
    return server ? this.catalogs.of(server.id).value : undefined;
  });

  readonly #index = computed(() => {
    const state = this.catalog.value;
    return indexTools((state && valueIn(state)?.tools) ?? []);
  });

  readonly tools = computed<readonly ToolView[]>(() => searchTools(this.#index.value, this.query.value));
  readonly allTools = computed<readonly ToolView[]>(() => this.#index.value.tools);
  readonly toolCount = computed(() => this.#index.value.tools.length);
  /** The estimated token cost of all definitions of this server. */
  readonly tokens = computed(() => this.#index.value.tools.reduce((sum, tool) => sum + tool.tokens, 0));

  readonly tool = computed<ToolView | undefined>(() => {
    const name = this.servers.tool.value;
    return name === undefined ? undefined : this.#index.value.tools.find((tool) => tool.name === name);
  });

  constructor(link: HostLink, saved: PageState) {
    this.#link = link;
    this.servers = new Servers(link);
    this.catalogs = new PerServer((server) => link.request('catalog/get', { server }));
    this.browse = new Browse(link, this.servers, saved);
    this.navigation = new Navigation(saved);
    this.tasks = new Tasks(link);
    this.lint = new PerServer((server) => link.request('servers/lint', { server }));
    this.conformance = new Conformance(link);
    this.signIns = new SignIns(link);
    this.activities = new ServerActivities(link);
    this.apps = new Apps(link);
    this.calls = new Calls(link);
    this.clientRequests = new ClientRequests(link);
    this.savedCalls = new SavedCallList(link);
    this.snippets = new Snippets(link);
    this.drafts = new CallDrafts(saved);
    this.servers.chosen.value = saved.read('selection', isSelection) ?? {};
    this.query.value = saved.read('query', isText) ?? '';
  }

  /**
   * The host's selection wins over the saved one, because it is newer. Where both are the same, the page was
   * only hidden, and returns to the tab that it showed.
   */
  start(snapshot: ServersSnapshot, selection: Selection): void {
    this.servers.update(snapshot);
    this.#isStarted = true;
    if (sameJson(selection, this.servers.chosen.peek())) return;
    if (selection.server !== undefined) this.#follow(selection);
    else if (this.servers.chosen.peek().server !== undefined) this.servers.choose(this.servers.chosen.peek());
  }

  /** Form or JSON, chosen per tool, so that one odd schema does not change the others. */
  formTab(server: string, tool: string): Signal<string> {
    const key = toolKey(server, tool);
    let tab = this.#formTabs.get(key);
    if (!tab) this.#formTabs.set(key, (tab = signal('form')));
    return tab;
  }

  callOptions(server: string, tool: string): CallOptionsDraft {
    const key = toolKey(server, tool);
    let draft = this.#options.get(key);
    if (!draft) this.#options.set(key, (draft = new CallOptionsDraft()));
    return draft;
  }

  raw(server: string): RawRequest {
    let draft = this.#raw.get(server);
    if (!draft) this.#raw.set(server, (draft = new RawRequest(this.#link, server)));
    return draft;
  }

  /** Opens the form of a tool, filled with the arguments of a call. */
  showCall({ server, tool, args, options }: ShownCall): void {
    const schema = valueIn(this.catalogs.of(server).peek())?.tools.find(({ name }) => name === tool)?.inputSchema;
    this.servers.choose({ server, tool });
    this.navigation.tab.value = 'tools';
    this.drafts.put(server, tool, schema, args);
    this.callOptions(server, tool).load(options ?? {});
  }

  /** Opens a resource that a result links to, and reads it; the server need not list it. */
  showResource(server: string, uri: string): void {
    this.servers.choose({ server, resource: uri });
    this.navigation.choose('resources', server, uri);
    this.browse.read(server, uri);
  }

  /** Loads the calls and client requests of the host: this page may have just been opened. */
  async catchUp(): Promise<void> {
    const [calls, asks, saved] = await Promise.all([
      this.#link.request('calls/list', undefined),
      this.#link.request('clientRequests/list', undefined),
      this.#link.request('saved/list', undefined),
    ]);
    this.calls.updateAll(calls);
    this.clientRequests.update(asks);
    this.savedCalls.view.value = saved;
  }

  handlers(): InspectorHandlers {
    return {
      'servers/changed': (snapshot) => this.servers.update(snapshot),
      'catalog/changed': ({ server }) => this.#reload(server),
      // A new host has no selection; what this page saved is then better.
      'selection/changed': (selection) => {
        if (this.#isStarted && selection.server !== undefined) this.#follow(selection);
      },
      'wide/changed': ({ on }) => void (this.isShownWide.value = on),
      'offers/changed': ({ server }) => this.#refresh(this.browse.offers, server),
      'events/changed': ({ server, nextSeq }) => this.browse.events.advance(server, nextSeq, this.#showsEvents(server)),
      'tasks/changed': ({ server }) => this.#refresh(this.tasks.lists, server),
      'conformance/changed': ({ server }) => this.#refresh(this.conformance.views, server),
      'resources/updated': ({ server, uri }) => this.browse.markUpdated(server, uri),
      'calls/changed': (call) => this.calls.update(call),
      'calls/forgotten': ({ calls }) => this.calls.drop(calls),
      'clientRequests/changed': (asks) => this.clientRequests.update(asks),
      'saved/changed': (view) => void (this.savedCalls.view.value = view),
    };
  }

  /** Loads the lists of the shown server, and again each time it connects. */
  watch(saved: PageState): Disposable {
    const stops = [
      effect(() => {
        const server = this.servers.current.value;
        if (server?.state === 'connected') this.#loadFor(server.id, this.navigation.tab.value);
        else if (server?.toolCount) this.catalogs.ensureLoaded(server.id); // remembered: running one starts the server
      }),
      this.#forgetSearches(),
      this.navigation.watch(saved),
      effect(() => saved.write('selection', this.servers.chosen.value)),
      effect(() => saved.write('query', this.query.value)),
      effect(() => saved.write('resourceQuery', this.browse.resourceQuery.value)),
      effect(() => saved.write('promptQuery', this.browse.promptQuery.value)),
    ];
    return { dispose: () => stops.forEach((stop) => stop()) };
  }

  /** What was searched for at one server would hide what the next one has. */
  #forgetSearches(): () => void {
    let last = this.servers.current.peek()?.id;
    return effect(() => {
      const { id = last } = this.servers.current.value ?? {};
      if (id === last) return;
      const isFirst = last === undefined;
      last = id;
      if (isFirst) return; // a page that is shown again keeps them
      for (const query of [this.query, this.browse.resourceQuery, this.browse.promptQuery]) query.value = '';
    });
  }

  /** A tab loads its content when it is first shown: resources of a server that is not shown are not listed. */
  #loadFor(server: string, tab: Tab): void {
    this.catalogs.ensureLoaded(server);
    if (tab === 'resources' || tab === 'prompts') this.browse.offers.loadOnce(server);
    if (tab === 'tools') this.browse.facts.loadOnce(server);
    else void this.browse.facts.load(server);
    if (tab === 'tasks') this.tasks.lists.loadOnce(server);
    if (tab === 'events') void this.browse.events.load(server);
  }

  /**
   * The host notifies every page of every selection, and the echo of our own changes nothing. Arguments that came
   * along are filled in once: choosing again without them removes them from the host's selection.
   */
  #follow({ args, ...selection }: Selection): void {
    if (!this.servers.isEcho(selection)) this.navigation.follow(selection);
    const { server, tool } = selection;
    if (!args || server === undefined || tool === undefined) return;
    this.drafts.fill(server, tool, args);
    this.servers.choose(selection);
  }

  #showsEvents(server: string): boolean {
    return this.navigation.tab.peek() === 'events' && server === this.servers.current.peek()?.id;
  }

  #reload(server: string): void {
    this.#refresh(this.catalogs, server);
  }

  #refresh<T extends object>(of: PerServer<T>, server: string): void {
    const isShown = server === this.servers.current.peek()?.id && of.of(server).peek().kind !== 'none';
    if (isShown) void of.load(server);
    else of.forget(server);
  }
}
