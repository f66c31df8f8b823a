import { canonicalJson, isRecord } from '../../../base/json.ts';
import type { StorePort } from '../../ports/ports.ts';
import { sha256 } from '../../trust/approval/launchShape.ts';
import { type ServerExposure, type ToolPolicy, readExposure, tighterPolicy } from './agentPolicy.ts';
import { everyTool, mergeSettings, toolsNamedIn, writtenOver } from './writeAgentPolicy.ts';

type Servers = Readonly<Record<string, unknown>>;

/** `gateway.servers` as the user has it, and as it is together with what the workspace adds. */
interface PolicyLayers {
  readonly user: unknown;
  readonly merged: unknown;
}

interface LoosenedTool {
  readonly tool: string;
  /** Absent: the user does not expose the server. */
  readonly before?: ToolPolicy;
  readonly after: ToolPolicy;
}

/** What a workspace would allow agents beyond the user's own rules for one server. */
export interface Loosening {
  readonly server: string;
  /** The same for exactly this change from exactly these rules of the user. */
  readonly key: string;
  readonly tools: readonly LoosenedTool[];
}

interface BoundedPolicy {
  readonly servers: Servers;
  readonly loosened: readonly Loosening[];
}

/** A workspace may tighten the user's rules; what it would loosen is in force only after the user's word. */
export function boundByUser({ user, merged }: PolicyLayers, isAllowed: (key: string) => boolean): BoundedPolicy {
  const loosened: Loosening[] = [];
  const entries = Object.entries(recordOf(merged)).map(([server, wanted]) => {
    const own = entryIn(user, server);
    const loosening = looseningOf(server, own, wanted);
    if (!loosening || isAllowed(loosening.key)) return [server, wanted] as const;
    loosened.push(loosening);
    return [server, tighterEntry(own, wanted)] as const;
  });
  return { servers: Object.fromEntries(entries), loosened };
}

function looseningOf(server: string, own: unknown, wanted: unknown): Loosening | undefined {
  const [mine, theirs] = [exposureOf(own), exposureOf(wanted)];
  if (!theirs) return undefined;
  const names = toolsOf(own, wanted);
  const tools = names.flatMap((tool): LoosenedTool[] => {
    const [before, after] = [mine?.rule(tool), theirs.rule(tool)];
    if (!before) return [{ tool, after }];
    return isLooser(before, after) ? [{ tool, before, after }] : [];
  });
  if (tools.length === 0) return undefined;
  const meaning = (one: ServerExposure | undefined): unknown => names.map((tool) => [tool, one?.rule(tool) ?? null]);
  return { server, key: sha256(canonicalJson([server, meaning(mine), meaning(theirs)])), tools };
}

function isLooser(before: ToolPolicy, after: ToolPolicy): boolean {
  const [together, alone] = [tighterPolicy(before, after), tighterPolicy(after, after)];
  return after.enabled && canonicalJson(together) !== canonicalJson(alone);
}

function tighterEntry(own: unknown, wanted: unknown): unknown {
  const [mine, theirs] = [exposureOf(own), exposureOf(wanted)];
  if (!mine || !theirs) return false;
  const rules = toolsOf(own, wanted).map((tool) => [tool, tighterPolicy(mine.rule(tool), theirs.rule(tool))]);
  return { tools: Object.fromEntries(rules) };
}

function toolsOf(own: unknown, wanted: unknown): readonly string[] {
  return [...new Set([everyTool, ...toolsNamedIn(own), ...toolsNamedIn(wanted)])].toSorted();
}

function exposureOf(entry: unknown): ServerExposure | undefined {
  return readExposure({ it: entry }).get('it');
}

function recordOf(value: unknown): Servers {
  return isRecord(value) ? value : {};
}

function entryIn(servers: unknown, server: string): unknown {
  const known = recordOf(servers);
  return Object.hasOwn(known, server) ? known[server] : undefined;
}

export const consentKind = 'agentPolicy';

/** The user's word on what a workspace would loosen: kept for that workspace. */
export class PolicyConsents {
  readonly #store: StorePort;
  readonly #scope: () => string;

  constructor(store: StorePort, scope: () => string) {
    this.#store = store;
    this.#scope = scope;
  }

  has(key: string): boolean {
    return this.#store.quietly(() => this.#store.get(this.#row(key))) === true;
  }

  allow(loosened: readonly Loosening[]): void {
    if (loosened.length > 0) this.#store.put(loosened.map(({ key }) => ({ ...this.#row(key), value: true })));
  }

  #row(key: string): { readonly kind: string; readonly scope: string; readonly key: string } {
    return { kind: consentKind, scope: this.#scope(), key };
  }
}

interface WorkspaceLayers {
  readonly user: unknown;
  readonly workspace: unknown;
}

interface WorkspaceChange {
  /** The whole value for the settings of the workspace. */
  readonly workspace: Servers;
  /** What these changes loosen: the user's word is given with them. */
  readonly chosen: readonly Loosening[];
}

/** What the user changes here; `undefined` takes a server from agents. Other entries of the workspace stay as they are. */
export function changeInWorkspace({ user, workspace }: WorkspaceLayers, changes: Servers): WorkspaceChange {
  const next = { ...recordOf(workspace) };
  const chosen: Loosening[] = [];
  for (const [server, wanted] of Object.entries(changes)) {
    const own = entryIn(user, server);
    const written = wanted === undefined ? (exposureOf(own) ? false : undefined) : writtenOver(own, wanted);
    if (written === undefined) delete next[server];
    else next[server] = written;
    const loosening = looseningOf(server, own, mergeSettings(own, written));
    if (loosening) chosen.push(loosening);
  }
  return { workspace: next, chosen };
}

/** `agents.exposeAs`: a workspace can turn it off, never on. A value that is not understood exposes nothing. */
export function boundedExposeAs(user: unknown, merged: unknown): 'tools' | 'mcp' | 'off' {
  const wanted = merged ?? user ?? 'tools';
  return user !== 'off' && (wanted === 'tools' || wanted === 'mcp') ? wanted : 'off';
}

/** A workspace can lower a limit, never raise it. */
export function boundedLimit(user: unknown, merged: unknown, fallback: number): number {
  const own = isLimit(user) ? user : fallback;
  return isLimit(merged) ? Math.min(own, merged) : own;
}

function isLimit(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0;
}
