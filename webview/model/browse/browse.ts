import { computed, signal } from '@preact/signals-core';
import { Fault, type FaultShape } from '../../../src/base/fault.ts';
import type {
  Completions,
  OffersView,
  PromptAnswer,
  PromptView,
  ResourcePart,
  ServerFacts,
} from '../../../src/contract/browse.ts';
import { ArgumentDrafts, type Texts } from './argumentDrafts.ts';
import { EventLog } from './eventLog.ts';
import { valueIn } from '../../platform/loaded.ts';
import { PerServer } from '../servers/perServer.ts';
import { ServerRequests } from './serverRequests.ts';
import { isText, type PageState } from '../../platform/pageState.ts';
import type { HostLink } from '../../platform/hostLink.ts';
import type { Servers } from '../servers/servers.ts';
import { filterByWords } from '../servers/itemSearch.ts';

export type LogLevel = 'debug' | 'info' | 'notice' | 'warning' | 'error' | 'critical' | 'alert' | 'emergency';

/** An item of the resource list: a resource or a template. */
export interface ResourceItem {
  readonly kind: 'resource' | 'template';
  /** The URI, or the URI template. */
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly mimeType?: string;
  readonly size?: number;
}

export type BrowseAction = 'subscribe' | 'setRoots' | 'setLogLevel' | 'save';

interface BrowseFailure {
  readonly action: BrowseAction;
  readonly fault: FaultShape;
}

/** Resources, prompts and facts of servers, and the requests for them. */
export class Browse {
  readonly facts: PerServer<ServerFacts>;
  readonly offers: PerServer<OffersView>;
  readonly reads = new ServerRequests<readonly ResourcePart[]>();
  readonly promptRequests = new ServerRequests<PromptAnswer>();
  readonly drafts: ArgumentDrafts;
  readonly events: EventLog;
  readonly resourceQuery = signal('');
  readonly promptQuery = signal('');
  readonly eventQuery = signal('');
  readonly failure = signal<BrowseFailure | undefined>(undefined);
  /** Resources that changed since they were last read. */
  readonly updated = signal<ReadonlySet<string>>(new Set());
  readonly #link: HostLink;
  readonly #servers: Servers;

  readonly #offered = computed(() => {
    const server = this.#servers.current.value;
    return server && valueIn(this.offers.of(server.id).value);
  });

  readonly resources = computed(() => itemsOf(this.#offered.value));
  readonly shownResources = computed(() =>
    filterByWords(this.resources.value, this.resourceQuery.value, ({ id, name, description }) => [
      name,
      id,
      description,
    ]),
  );

  readonly prompts = computed<readonly PromptView[]>(() => this.#offered.value?.prompts ?? []);
  readonly shownPrompts = computed(() =>
    filterByWords(this.prompts.value, this.promptQuery.value, ({ name, title, description }) => [
      name,
      title,
      description,
    ]),
  );

  constructor(link: HostLink, servers: Servers, saved: PageState) {
    this.#link = link;
    this.#servers = servers;
    this.facts = new PerServer((server) => link.request('browse/facts', { server }));
    this.offers = new PerServer((server) => link.request('browse/offers', { server }));
    this.drafts = new ArgumentDrafts(saved);
    this.events = new EventLog(link);
    this.resourceQuery.value = saved.read('resourceQuery', isText) ?? '';
    this.promptQuery.value = saved.read('promptQuery', isText) ?? '';
  }

  read(server: string, uri: string): void {
    const key = keyOf(server, uri);
    this.updated.value = new Set([...this.updated.peek()].filter((one) => one !== key));
    void this.reads.send(key, (signal) => this.#link.request('resources/read', { server, uri }, signal));
  }

  getPrompt(server: string, prompt: string, args: Texts): void {
    void this.promptRequests.send(keyOf(server, prompt), (signal) =>
      this.#link.request('prompts/get', { server, prompt, args }, signal),
    );
  }

  async follow(server: string, uri: string, on: boolean): Promise<void> {
    await this.#change('subscribe', server, async () => {
      const answer = await this.#link.request('resources/follow', { server, uri, on });
      if (answer.kind === 'failed') throw Fault.revive(answer.fault);
    });
  }

  chooseRoots(server: string, all: boolean, uris: readonly string[]): Promise<void> {
    return this.#change('setRoots', server, () => this.#link.request('roots/set', { server, all, uris }));
  }

  /** Adds a folder, which the user picks. */
  addRoot(server: string, all: boolean, uris: readonly string[]): Promise<void> {
    return this.#change('setRoots', server, async () => {
      const { uri } = await this.#link.request('roots/pick', {});
      if (uri !== undefined) await this.#link.request('roots/set', { server, all, uris: [...uris, uri] });
    });
  }

  resetRoots(server: string): Promise<void> {
    return this.#change('setRoots', server, () => this.#link.request('roots/reset', { server }));
  }

  setLogLevel(server: string, level: LogLevel): Promise<void> {
    return this.#change('setLogLevel', server, () => this.#link.request('browse/logLevel', { server, level }));
  }

  async complete(
    server: string,
    of: { readonly prompt: string } | { readonly template: string },
    argument: string,
    value: string,
    others: Texts,
    signal: AbortSignal,
  ): Promise<Completions> {
    return this.#link.request('browse/complete', { server, ...of, argument, value, others }, signal);
  }

  save(name: string, content: { readonly text: string } | { readonly base64: string }): void {
    void this.#try('save', async () => void (await this.#link.request('file/save', { name, ...content })));
  }

  markUpdated(server: string, uri: string): void {
    this.updated.value = new Set([...this.updated.peek(), keyOf(server, uri)]);
  }

  #change(action: BrowseAction, server: string, work: () => Promise<void>): Promise<void> {
    return this.#try(action, async () => {
      await work();
      await this.facts.load(server);
    });
  }

  async #try(action: BrowseAction, work: () => Promise<void>): Promise<void> {
    this.failure.value = undefined;
    try {
      await work();
    } catch (error) {
      this.failure.value = { action, fault: Fault.from(error).toShape() };
    }
  }
}

export function keyOf(server: string, item: string): string {
  return JSON.stringify([server, item]);
}

function itemsOf(offers: OffersView | undefined): readonly ResourceItem[] {
  if (!offers) return [];
  const resources = offers.resources.map(({ uri, ...rest }) => item('resource', uri, rest));
  return [...resources, ...offers.templates.map(({ uriTemplate, ...rest }) => item('template', uriTemplate, rest))];
}

type Described = Omit<ResourceItem, 'kind' | 'id' | 'name'> & { readonly name?: string; readonly title?: string };

function item(kind: ResourceItem['kind'], id: string, { name, title, ...rest }: Described): ResourceItem {
  return { kind, id, name: title ?? name ?? id, ...rest };
}
