import { effect, type ReadonlySignal, untracked } from '@preact/signals-core';
import { Emitter } from '../../../base/event.ts';
import type { ServerHost } from '../host.ts';
import type { Profile } from '../profile.ts';
import type { ServerPrompt, LoadedPrompt } from '../prompt.ts';
import type { ServerResources, ResourceProvider } from '../resource.ts';
import type { ServerTool, RunTool } from '../tool.ts';
import type { ServerToolSource, ToolSource } from '../toolSource.ts';

/** What an embedded server is made of; the tables of this room in the product, fixtures in tests. */
export interface ServerFeatures {
  readonly tools: readonly ServerTool[];
  readonly toolSources: readonly ServerToolSource[];
  readonly resources: readonly ServerResources[];
  readonly prompts: readonly ServerPrompt[];
}

/** The parts of one profile, found by name, each loaded once and only when first used. */
export class FeatureRegistry {
  readonly #host: ServerHost;
  readonly #fixed: readonly ServerTool[];
  readonly #unopened: readonly ServerToolSource[];
  readonly #resources: readonly ServerResources[];
  readonly #fixedPrompts: readonly ServerPrompt[];
  readonly #runs = new WeakMap<ServerTool, Promise<RunTool>>();
  readonly #rendered = new WeakMap<ServerPrompt, Promise<LoadedPrompt>>();
  readonly #toolsChanged = new Emitter<void>();
  readonly #promptsChanged = new Emitter<void>();
  readonly #resourcesChanged = new Emitter<void>();
  readonly #resourceUpdated = new Emitter<string>();
  #sources: readonly ToolSource[] = [];
  #opening: Promise<void> | undefined;
  #byName: ReadonlyMap<string, ServerTool> | undefined;
  #providers: Promise<readonly ResourceProvider[]> | undefined;

  readonly onDidChangeTools = this.#toolsChanged.event;
  readonly onDidChangePrompts = this.#promptsChanged.event;
  readonly onDidChangeResources = this.#resourcesChanged.event;
  readonly onDidUpdateResource = this.#resourceUpdated.event;

  constructor(parts: ServerFeatures, profile: Profile, host: ServerHost) {
    const mine = <T extends { readonly profiles: readonly string[] }>(all: readonly T[]): readonly T[] =>
      profile.name === 'all' ? all : all.filter((part) => part.profiles.includes(profile.name));
    this.#host = host;
    this.#fixed = mine(parts.tools);
    this.#unopened = mine(parts.toolSources);
    this.#resources = mine(parts.resources);
    this.#fixedPrompts = mine(parts.prompts);
    for (const emitter of [this.#toolsChanged, this.#promptsChanged, this.#resourcesChanged, this.#resourceUpdated])
      host.lifetime.add(emitter);
  }

  get offersResources(): boolean {
    return this.#resources.length > 0;
  }

  get offersPrompts(): boolean {
    return this.#fixedPrompts.length > 0 || this.promptsComeAndGo;
  }

  get promptsComeAndGo(): boolean {
    return this.#unopened.some(({ hasPrompts }) => hasPrompts === true);
  }

  get hasLongRunningTools(): boolean {
    return this.#fixed.some(({ longRunning }) => longRunning === true);
  }

  /** Resolves once the tools and prompts that come and go are known; look them up after it. */
  ready(): Promise<void> {
    this.#opening ??= this.#openSources();
    return this.#opening;
  }

  /** Fixed tools in the order of the table, then those of the sources: the same order each time. */
  tools(): readonly ServerTool[] {
    return [...this.#names().values()];
  }

  tool(name: string): ServerTool | undefined {
    return this.#names().get(name);
  }

  /** In the same order as the tools. */
  prompts(): readonly ServerPrompt[] {
    return [...this.#fixedPrompts, ...this.#sources.flatMap(({ prompts }) => prompts?.peek() ?? [])];
  }

  run(tool: ServerTool): Promise<RunTool> {
    return once(this.#runs, tool, () => tool.load(this.#host));
  }

  prompt(prompt: ServerPrompt): Promise<LoadedPrompt> {
    return once(this.#rendered, prompt, () => prompt.load(this.#host));
  }

  providers(): Promise<readonly ResourceProvider[]> {
    this.#providers ??= this.#loadShelves().catch((error: unknown) => {
      this.#providers = undefined; // what failed to load may load the next time
      throw error;
    });
    return this.#providers;
  }

  async #loadShelves(): Promise<readonly ResourceProvider[]> {
    const providers = await Promise.all(this.#resources.map((family) => family.load(this.#host)));
    for (const provider of providers) {
      if (provider.onDidChange) this.#host.lifetime.add(provider.onDidChange(() => this.#resourcesChanged.fire()));
      if (provider.onDidUpdate) this.#host.lifetime.add(provider.onDidUpdate((uri) => this.#resourceUpdated.fire(uri)));
    }
    return providers;
  }

  async #openSources(): Promise<void> {
    const opened = await Promise.all(this.#unopened.map((source) => this.#openSource(source)));
    this.#sources = opened.flatMap((source) => source ?? []);
    this.#byName = undefined;
    for (const { tools, prompts } of this.#sources) {
      this.#follow(tools, () => this.#forgetTools());
      if (prompts) this.#follow(prompts, () => this.#promptsChanged.fire());
    }
  }

  #follow(list: ReadonlySignal<readonly unknown[]>, changed: () => void): void {
    let known = list.peek();
    const compare = (): void => {
      if (list.value === known) return;
      known = list.value;
      untracked(changed);
    };
    this.#host.lifetime.defer(effect(compare));
  }

  /** A source that cannot be opened must not affect the other tools. */
  async #openSource(source: ServerToolSource): Promise<ToolSource | undefined> {
    try {
      return await source.open(this.#host);
    } catch (error) {
      this.#host.log.error(`the tools of ${source.name} are not available`, { error });
      return undefined;
    }
  }

  #names(): ReadonlyMap<string, ServerTool> {
    this.#byName ??= this.#collect();
    return this.#byName;
  }

  #collect(): ReadonlyMap<string, ServerTool> {
    const byName = new Map<string, ServerTool>();
    for (const tool of [...this.#fixed, ...this.#sources.flatMap((source) => source.tools.peek())]) {
      if (byName.has(tool.name))
        this.#host.log.warn('a second tool of the same name is not offered', { tool: tool.name });
      else byName.set(tool.name, tool);
    }
    return byName;
  }

  #forgetTools(): void {
    this.#byName = undefined;
    this.#toolsChanged.fire();
  }
}

function once<K extends object, V>(
  loaded: { get(key: K): Promise<V> | undefined; set(key: K, value: Promise<V>): unknown; delete(key: K): boolean },
  key: K,
  load: () => Promise<V>,
): Promise<V> {
  const known = loaded.get(key);
  if (known) return known;
  const loading = load();
  loaded.set(key, loading);
  loading.catch(() => loaded.delete(key)); // a load that failed is tried again
  return loading;
}
