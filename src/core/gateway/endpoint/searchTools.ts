import { isRecord } from '../../../base/json.ts';
import { stem } from '../../../base/stem.ts';
import type { ToolDefinition } from '../../wire/definitions.ts';
import type { ExposedTool } from '../exposure/exposedTools.ts';

type Weights = ReadonlyMap<string, number>;

interface Indexed {
  readonly tool: ExposedTool;
  readonly weights: Weights;
}

/** By definition, with the server it was read for: to cut ten thousand into words takes longer than all of a search. */
const known = new WeakMap<ToolDefinition, { readonly server: string; readonly weights: Weights }>();

/** Words in a name tell most, then those of the description, then those of the parameters. */
const fieldWeights = { name: 4, title: 3, description: 1, parameters: 0.5 } as const;

/** The tools that match the words of the query best; rare words count most. */
export function searchTools(tools: Iterable<ExposedTool>, query: string, limit: number): readonly ExposedTool[] {
  const wanted = [...new Set(wordsOf(query))];
  const index = [...tools].map(indexed);
  const rarity = new Map(wanted.map((word) => [word, rarityOf(word, index)]));
  return index
    .map(({ tool, weights }) => ({ tool, score: scoreOf(weights, rarity) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || (a.tool.name < b.tool.name ? -1 : 1))
    .slice(0, limit)
    .map(({ tool }) => tool);
}

function rarityOf(word: string, index: readonly Indexed[]): number {
  const having = index.filter(({ weights }) => weights.has(word)).length;
  return Math.log(1 + (index.length - having + 0.5) / (having + 0.5));
}

function scoreOf(weights: ReadonlyMap<string, number>, rarity: ReadonlyMap<string, number>): number {
  let score = 0;
  for (const [word, rare] of rarity) {
    const weight = weights.get(word) ?? 0;
    score += rare * (weight / (weight + 1.2));
  }
  return score;
}

function indexed(tool: ExposedTool): Indexed {
  const { server, definition } = tool;
  const kept = known.get(definition);
  if (kept?.server === server) return { tool, weights: kept.weights };
  const weights = weightsOf(server, definition);
  known.set(definition, { server, weights });
  return { tool, weights };
}

function weightsOf(server: string, { name, title, description, inputSchema }: ToolDefinition): Weights {
  const weights = new Map<string, number>();
  const add = (text: string | undefined, weight: number): void => {
    for (const word of wordsOf(text ?? '')) weights.set(word, (weights.get(word) ?? 0) + weight);
  };
  add(`${server} ${name}`, fieldWeights.name);
  add(title, fieldWeights.title);
  add(description, fieldWeights.description);
  add(parametersOf(inputSchema), fieldWeights.parameters);
  return weights;
}

function parametersOf(schema: unknown): string {
  const properties = isRecord(schema) && isRecord(schema['properties']) ? schema['properties'] : {};
  return Object.entries(properties)
    .map(
      ([name, inner]) =>
        `${name} ${isRecord(inner) && typeof inner['description'] === 'string' ? inner['description'] : ''}`,
    )
    .join(' ');
}

/** Also the parts of `camelCase` and `snake_case`. */
function wordsOf(text: string): readonly string[] {
  const parts = text.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return (parts.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => stem(word));
}
