import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../base/json.ts';
import type { RegisteredTool } from '../../servers/catalog/toolRegistry.ts';
import { offeredParts } from '../../trust/pins/definition.ts';
import type { ToolDefinition } from '../../wire/definitions.ts';
import type { ExposureSettings, ToolPolicy } from './agentPolicy.ts';

/** What an endpoint shows: one server by its own names, or all chosen ones by names that cannot clash. */
export type Scope =
  | { readonly kind: 'server'; readonly id: string; readonly without?: ReadonlySet<string> }
  | { readonly kind: 'all' };

export interface ExposedTool {
  readonly server: string;
  /** The tool as its server calls it. */
  readonly definition: ToolDefinition;
  /** As the agents of this endpoint call it. */
  readonly name: string;
  readonly rule: ToolPolicy;
}

const free: ToolPolicy = { enabled: true, approval: 'agent', cacheSeconds: 0 };

/** The tools of an endpoint, by the name that its agents use. */
export function exposedTools(
  scope: Scope,
  tools: readonly RegisteredTool[],
  choice: ExposureSettings,
): ReadonlyMap<string, ExposedTool> {
  const exposed = tools.flatMap((tool) => offer(scope, tool, choice) ?? []);
  return new Map(exposed.map((tool) => [tool.name, tool]));
}

function offer(scope: Scope, tool: RegisteredTool, choice: ExposureSettings): ExposedTool | undefined {
  const { server, source, definition, modelName } = tool;
  if (scope.kind === 'server' && (server !== scope.id || scope.without?.has(definition.name))) return undefined;
  const chosen = choice.get(server);
  if (!chosen && !(scope.kind === 'server' && source === 'local')) return undefined;
  const rule = chosen?.rule(definition.name) ?? free;
  if (!rule.enabled) return undefined;
  return { server, definition, name: scope.kind === 'server' ? definition.name : modelName, rule };
}

/** The definition as the agents of this endpoint see it. */
export function shownDefinition({ definition, name }: ExposedTool): Readonly<Record<string, unknown>> {
  return { ...offeredParts('tool', definition), name };
}

const hashes = new WeakMap<ToolDefinition, string>();

/** Of what agents see of a definition, without its name. Kept: one tool of ten thousand changes, and all are asked. */
export function offeredHash(definition: ToolDefinition): string {
  const known = hashes.get(definition);
  if (known !== undefined) return known;
  const hash = createHash('sha256')
    .update(canonicalJson({ ...offeredParts('tool', definition), name: '' }))
    .digest('base64');
  hashes.set(definition, hash);
  return hash;
}
