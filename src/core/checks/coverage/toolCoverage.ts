import type { ToolDefinition } from '../../wire/definitions.ts';
import type { Step } from '../model/checkFile.ts';
import { branchesOf, branchesTaken } from './branches.ts';

interface CoveredTool {
  readonly name: string;
  readonly calls: number;
  readonly branches: number;
  readonly taken: number;
}

/** How much of what a server offers was called. */
export function toolCoverage(tools: readonly ToolDefinition[], steps: readonly Step[]): readonly CoveredTool[] {
  const calls = Map.groupBy(
    steps.filter(({ kind }) => kind === 'call'),
    ({ target }) => target,
  );
  return tools.map(({ name, inputSchema }) => {
    const own = calls.get(name) ?? [];
    const taken = new Set(own.flatMap(({ args }) => branchesTaken(inputSchema, args)));
    return { name, calls: own.length, branches: branchesOf(inputSchema).length, taken: taken.size };
  });
}
