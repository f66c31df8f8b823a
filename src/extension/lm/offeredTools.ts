import * as vscode from 'vscode';
import { groupedNumber } from '../../base/groupedNumber.ts';
import { estimateTokens } from '../../base/tokens.ts';
import type { Core } from '../../core/app/core.ts';
import { agentVisibilityOf } from '../../core/gateway/exposure/agentVisibility.ts';
import type { ToolDefinition } from '../../core/wire/definitions.ts';
import { type WindowFacts, readVisibilityFacts, readWindowFacts } from './visibilityFacts.ts';

/** `gateway`: through MCP Switchboard; `vscode`: VS Code runs the server itself; `both`: agents of this window get it twice. */
type AgentWay = 'gateway' | 'vscode' | 'both';

interface OfferedTools {
  readonly way: AgentWay;
  readonly tools: readonly ToolDefinition[];
  readonly tokens: number;
}

/** What agents get of a server now, and by which way; `undefined` where they get nothing. */
export function offeredTools(core: Core, id: string, window = readWindowFacts()): OfferedTools | undefined {
  const way = id === core.embeddedId ? (agentsAreWanted(window) ? 'gateway' : undefined) : wayOf(core, id, window);
  if (!way) return undefined;
  const exposure = way === 'gateway' ? core.gateway.exposure.peek().get(id) : undefined;
  const held = new Set(core.held(id).map(({ kind, key }) => (kind === 'tool' ? key : undefined)));
  const tools = core
    .server(id)
    .tools.peek()
    .filter(({ name }) => !held.has(name) && (exposure?.rule(name).enabled ?? true));
  return { way, tools, tokens: tools.reduce((sum, tool) => sum + tokensOf(tool), 0) };
}

const known = new WeakMap<ToolDefinition, number>();

/** Kept, because a row is drawn again at each change of its server. */
function tokensOf(tool: ToolDefinition): number {
  const tokens = known.get(tool) ?? estimateTokens(tool);
  known.set(tool, tokens);
  return tokens;
}

function agentsAreWanted({ trusted, exposes, policy }: WindowFacts): boolean {
  return trusted && exposes && policy.access === 'all';
}

function wayOf(core: Core, id: string, window: WindowFacts): AgentWay | undefined {
  const entry = core.entry(id);
  if (!entry) return undefined;
  const facts = readVisibilityFacts(core, id, entry, window);
  const isOffered = facts.offered === 'yes' && agentsAreWanted(window);
  const [local] = agentVisibilityOf(entry, { ...facts, offered: 'no' });
  if (local?.seen) return isOffered ? 'both' : 'vscode';
  return isOffered ? 'gateway' : undefined;
}

/** For the row of a server: by which way, how many tools, what they cost a model. */
export function offeredText(core: Core, id: string, window?: WindowFacts): string | undefined {
  const offered = offeredTools(core, id, window);
  if (!offered) return undefined;
  const { way, tools, tokens } = offered;
  const by = wayText(way);
  return tools.length === 0 ? by : vscode.l10n.t('{0} ({1}, ≈ {2} tokens)', by, tools.length, groupedNumber(tokens));
}

function wayText(way: AgentWay): string {
  switch (way) {
    case 'gateway':
      return vscode.l10n.t('agents via gateway');
    case 'vscode':
      return vscode.l10n.t('agents via VS Code');
    case 'both':
      return vscode.l10n.t('agents via VS Code and gateway (twice)');
    default:
      return way satisfies never;
  }
}
