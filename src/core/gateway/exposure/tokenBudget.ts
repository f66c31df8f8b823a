import { type ExposedTool, shownDefinition } from './exposedTools.ts';

/** VS Code's local agent, and most others, send a model no more tools than this. */
export const agentToolLimit = 128;

interface BudgetLine {
  readonly server: string;
  readonly tools: number;
  readonly tokens: number;
}

/** What the exposed tools cost an agent that takes them all. */
export interface Budget {
  readonly tools: number;
  readonly limit: number;
  readonly tokens: number;
  readonly servers: readonly BudgetLine[];
}

export function budgetOf(
  exposed: Iterable<ExposedTool>,
  estimate: (definition: unknown) => number,
  limit = agentToolLimit,
): Budget {
  const lines = new Map<string, BudgetLine>();
  for (const tool of exposed) {
    const { tools = 0, tokens = 0 } = lines.get(tool.server) ?? {};
    const cost = estimate(shownDefinition(tool));
    lines.set(tool.server, { server: tool.server, tools: tools + 1, tokens: tokens + cost });
  }
  const servers = [...lines.values()].toSorted((a, b) => b.tokens - a.tokens);
  const sum = (of: (line: BudgetLine) => number): number => servers.reduce((total, line) => total + of(line), 0);
  return { tools: sum(({ tools }) => tools), tokens: sum(({ tokens }) => tokens), limit, servers };
}
