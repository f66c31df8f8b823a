import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ExposedTool } from '../../exposure/exposedTools.ts';
import { type Places, ToolWords } from './toolWords.ts';

let known = new ToolWords();

/** Others have their turn after so long. */
const sliceMs = 8;

/** Cuts the definitions into words a few at a time, so that neither the search nor anything else waits for all of them. */
export async function prepareSearch(tools: Iterable<ExposedTool>): Promise<void> {
  if (known.isFull) known = new ToolWords();
  let end = performance.now() + sliceMs;
  for (const tool of tools) {
    if (known.has(tool)) continue;
    known.wordsOf(tool);
    if (performance.now() < end) continue;
    await nextTurn();
    end = performance.now() + sliceMs;
  }
}

interface Found {
  readonly tool: ExposedTool;
  readonly score: number;
}

/** More are no question. */
const mostWanted = 1_000;

/** The tools that match the words of the query best; rare words count most. */
export function searchTools(tools: readonly ExposedTool[], query: string, limit: number): readonly ExposedTool[] {
  for (const tool of tools) known.wordsOf(tool); // a word of the query is known once a tool with it was met
  const wanted = known.numbersOf(query).slice(0, mostWanted);
  const places = known.placesOf(wanted);
  const weights = new Float64Array(wanted.length);
  const rarity = raritiesOf(tools, places, weights);
  const best: Found[] = [];
  for (const tool of tools) {
    known.weigh(tool, places, weights);
    const score = scoreOf(weights, rarity);
    if (score > 0) keepBest(best, { tool, score }, limit);
  }
  return best.map(({ tool }) => tool);
}

function raritiesOf(tools: readonly ExposedTool[], places: Places, weights: Float64Array): Float64Array {
  const having = new Uint32Array(weights.length);
  for (const tool of tools) {
    known.weigh(tool, places, weights);
    for (let at = 0; at < weights.length; at++) if (weights[at]! > 0) having[at]!++;
  }
  return Float64Array.from(having, (count) => Math.log(1 + (tools.length - count + 0.5) / (count + 0.5)));
}

function scoreOf(weights: Float64Array, rarity: Float64Array): number {
  let score = 0;
  for (let at = 0; at < weights.length; at++) score += rarity[at]! * (weights[at]! / (weights[at]! + 1.2));
  return score;
}

/** The best first. A search that finds thousands must not sort them all. */
function keepBest(best: Found[], found: Found, limit: number): void {
  const last = best.at(-1);
  if (last && best.length >= limit && !isBetter(found, last)) return;
  const at = best.findIndex((one) => isBetter(found, one));
  best.splice(at === -1 ? best.length : at, 0, found);
  if (best.length > limit) best.pop();
}

function isBetter(a: Found, b: Found): boolean {
  return a.score > b.score || (a.score === b.score && a.tool.name < b.tool.name);
}
