import { isRecord } from '../../../base/json.ts';
import type { ManagedServer } from '../../servers/model/server.ts';

/** All that a server offers, as a file keeps it. */
export interface Surface {
  readonly protocolVersion: string;
  readonly capabilities: Readonly<Record<string, unknown>>;
  readonly instructions?: string;
  /** By name or URI, each definition without what belongs to one session. */
  readonly tools: Definitions;
  readonly resources: Definitions;
  readonly templates: Definitions;
  readonly prompts: Definitions;
}

export type KnownSurface = Omit<Surface, keyof typeof nothing> & Partial<Surface>;
type Definitions = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
export type DefinitionList = 'tools' | 'resources' | 'templates' | 'prompts';

const keys: Readonly<Record<DefinitionList, string>> = {
  tools: 'name',
  resources: 'uri',
  templates: 'uriTemplate',
  prompts: 'name',
};

/** Of a server that is connected. */
export async function surfaceOf(server: ManagedServer): Promise<Surface> {
  await server.refreshTools();
  await server.loadContents();
  const known = knownSurface(server);
  if (!known) throw new Error(`${server.label} is not connected.`);
  return { ...nothing, ...known };
}

const nothing = { resources: {}, templates: {}, prompts: {} };

/** What is known of a server that is connected, without a request: lists that were never requested are not in it. */
export function knownSurface(server: ManagedServer): KnownSurface | undefined {
  const state = server.state.peek();
  if (state.kind !== 'connected') return undefined;
  const { protocolVersion, capabilities, instructions } = state.info;
  const { resources, templates, prompts } = server.contents.peek();
  return {
    protocolVersion,
    capabilities,
    ...(instructions !== undefined && { instructions }),
    tools: byKey('tools', server.listedTools.peek()),
    ...(resources && { resources: byKey('resources', resources) }),
    ...(templates && { templates: byKey('templates', templates) }),
    ...(prompts && { prompts: byKey('prompts', prompts) }),
  };
}

function byKey(list: DefinitionList, values: readonly object[]): Definitions {
  const entries = values.map((value) => {
    const { _meta: _, ...rest } = value as Record<string, unknown>;
    return [String(rest[keys[list]]), rest] as const;
  });
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** What two surfaces have in common decides nothing: what is in only one of them is noise of the server. */
export function isSurface(value: unknown): value is Surface {
  return isRecord(value) && ['tools', 'resources', 'templates', 'prompts'].every((key) => isRecord(value[key]));
}
