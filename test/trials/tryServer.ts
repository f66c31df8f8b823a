import { isRecord, sameJson } from '../../src/base/json.ts';
import { type Start, ourStarts, startBare } from './startServer.ts';
import type { TrialServer } from './servers.ts';

const leastRounds = 3;
const mostRounds = 9;
/** Beyond these, in either direction, another program may have had the processor: it is measured again. */
const plausible = { min: 0.85, max: 1.15 };

export interface ServerTrial {
  readonly protocol: string;
  readonly tools: number | undefined;
  readonly bareMs: number | undefined;
  readonly oursMs: number | undefined;
  /** What the two did not do alike, and processes of ours that were left; empty is as it should be. */
  readonly differences: readonly string[];
  /** `ok`, `same error` or nothing where no call is known. */
  readonly call: string;
  /** Ours, where it could not be connected. */
  readonly failure: string | undefined;
  readonly leftByBare: number;
}

/** In turns, after one start of each that is not measured: the first reads files that the others find in memory. */
export async function tryServer(server: TrialServer): Promise<ServerTrial> {
  const startOurs = ourStarts(server);
  const bare = [await startBare(server)];
  const ours = [await startOurs()];
  if (bare[0]?.tools && ours[0]?.tools)
    for (let round = 0; wantsRound(round, bare, ours); round++) {
      bare.push(await startBare(server));
      ours.push(await startOurs());
    }
  return compare(bare, ours);
}

function wantsRound(done: number, bare: readonly Start[], ours: readonly Start[]): boolean {
  if (done < leastRounds) return true;
  const ratio = (median(ours.slice(1)) ?? 0) / (median(bare.slice(1)) ?? 1);
  return done < mostRounds && (done % 2 === 0 || ratio < plausible.min || ratio > plausible.max);
}

function compare(bare: readonly Start[], ours: readonly Start[]): ServerTrial {
  const [theirs, own] = [bare[0]!, ours[0]!];
  const left = Math.max(...ours.map((start) => start.left));
  return {
    protocol: own.protocol ?? theirs.protocol ?? '',
    tools: own.tools?.length,
    bareMs: median(bare.slice(1)),
    oursMs: median(ours.slice(1)),
    differences: [
      ...ours.flatMap((start) => differencesOf(theirs, start)),
      ...ours.flatMap(({ findings = [] }) => findings.map((text) => `a false finding: ${text}`)),
      ...(left > 0 ? [`${left} processes left`] : []),
    ].filter((text, at, all) => all.indexOf(text) === at),
    call: own.call === undefined ? '' : own.call.isError ? 'same error' : 'ok',
    failure: own.failure,
    leftByBare: Math.max(...bare.map((start) => start.left)),
  };
}

function differencesOf(bare: Start, ours: Start): readonly string[] {
  if (bare.failure !== undefined && ours.failure !== undefined) return [];
  if (ours.failure !== undefined) return [`a bare client connects: ${ours.failure}`];
  if (bare.failure !== undefined) return [`a bare client fails: ${bare.failure}`];
  const lists = lacks(bare, ours) || lacks(ours, bare) ? ['other tools'] : changedTools(bare, ours);
  const calls = bare.call?.isError === ours.call?.isError ? [] : [`another result: ${ours.call?.text}`];
  return [...lists, ...calls];
}

function lacks({ tools = [] }: Start, other: Start): boolean {
  return other.tools?.some(({ name }) => !tools.some((tool) => tool.name === name)) ?? false;
}

function changedTools({ tools = [] }: Start, ours: Start): readonly string[] {
  const own = new Map<string, object>(ours.tools?.map((tool) => [tool.name, tool]));
  return tools.filter((tool) => !holds(own.get(tool.name), tool)).map(({ name }) => `another definition of ${name}`);
}

/** The SDK drops fields of definitions and annotations that it does not know; those that it has must be ours too. */
function holds(ours: unknown, bare: unknown): boolean {
  if (!isRecord(bare) || !isRecord(ours)) return sameJson(ours, bare);
  return Object.entries(bare).every(([key, value]) => holds(ours[key], value));
}

function median(starts: readonly Start[]): number | undefined {
  const times = starts.flatMap(({ ms, tools }) => (tools ? [ms] : [])).toSorted((a, b) => a - b);
  return times[Math.floor(times.length / 2)];
}
