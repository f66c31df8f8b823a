import type { RegisteredTool } from '../../servers/catalog/toolRegistry.ts';
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

interface ExposureParts {
  readonly tools: readonly RegisteredTool[];
  readonly choice: ExposureSettings;
  /** False for a tool that is held back because it has changed. */
  usable(server: string, tool: string): boolean;
}

const free: ToolPolicy = { enabled: true, approval: 'agent', cacheSeconds: 0 };

/** The tools of an endpoint, by the name that its agents use. */
export function exposedTools(scope: Scope, parts: ExposureParts): ReadonlyMap<string, ExposedTool> {
  const exposed = parts.tools.flatMap((tool) => offer(scope, tool, parts) ?? []);
  return new Map(exposed.map((tool) => [tool.name, tool]));
}

function offer(scope: Scope, tool: RegisteredTool, { choice, usable }: ExposureParts): ExposedTool | undefined {
  const { server, source, definition, modelName } = tool;
  if (scope.kind === 'server' && (server !== scope.id || scope.without?.has(definition.name))) return undefined;
  const chosen = choice.get(server);
  if (!chosen && !(scope.kind === 'server' && source === 'local')) return undefined;
  const rule = chosen?.rule(definition.name) ?? free;
  if (!rule.enabled || !usable(server, definition.name)) return undefined;
  return { server, definition, name: scope.kind === 'server' ? definition.name : modelName, rule };
}

/** The definition as the agents of this endpoint see it. */
export function shownDefinition({ definition, name }: ExposedTool): Readonly<Record<string, unknown>> {
  return name === definition.name ? { ...definition } : { ...definition, name };
}
