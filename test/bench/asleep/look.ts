import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from '../../e2e/support/until.ts';
import { helloId } from '../support/activationTimes.ts';

interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly url: string; readonly functionName: string };
  readonly children?: readonly number[];
}

interface Profile {
  readonly nodes: readonly ProfileNode[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

interface Probe {
  readonly cpuMs: number;
  readonly threadMs: number;
  readonly megabytes: number;
  readonly scripts: readonly string[];
  readonly profile: Profile;
}

/** The first ten seconds of an extension host. */
export interface Look {
  readonly cpuMs: number;
  readonly megabytes: number;
  /** Of it, what ran in our code or was called by it, the API of VS Code included. */
  readonly oursMs: number;
  /** From the beginning to the end of each such piece, with the time in which the window had the processor. */
  readonly elapsedMs: number;
  /** The same as `oursMs` of hello-world, which the same file wakes. */
  readonly helloMs: number;
  /** Of our files, those that were loaded. */
  readonly bytes: number;
}

export async function lookAt(pid: number, dir: string): Promise<Look> {
  const file = join(dir, `${pid}.json`);
  await until(() => existsSync(file), `the first ten seconds of host ${pid}`, 30_000);
  const probe = JSON.parse(readFileSync(file, 'utf8')) as Probe;
  const { cpuMs, megabytes, scripts } = probe;
  const [ours, hello] = [isOurs, isHello].map((isPart) => timesOf(probe, isPart)) as [Times, Times];
  const bytes = bytesOf(scripts.filter(isOurs));
  return { cpuMs, megabytes, oursMs: ours.processorMs, elapsedMs: ours.elapsedMs, helloMs: hello.processorMs, bytes };
}

function isOurs(url: string): boolean {
  return url.includes('/mcp-switchboard.mcp-switchboard-');
}

function isHello(url: string): boolean {
  return url.includes(`/${helloId}-`);
}

interface Times {
  readonly processorMs: number;
  readonly elapsedMs: number;
}

/**
 * Samples are taken by the clock, but while the thread waits for a processor there is none: the next one stands for all
 * that time. So processor time is the share of the samples in what the kernel counts for the thread.
 */
function timesOf(
  { threadMs, profile: { nodes, samples, timeDeltas } }: Probe,
  isPart: (url: string) => boolean,
): Times {
  const part = new Set<number>();
  const idle = new Set<number>();
  for (const { id, callFrame, children = [] } of nodes) {
    if (callFrame.functionName === '(idle)') idle.add(id);
    if (isPart(callFrame.url)) part.add(id);
    if (part.has(id)) for (const child of children) part.add(child); // parents come first
  }
  const deltas = timeDeltas.filter((_, at) => part.has(samples[at]!));
  const busy = samples.filter((id) => !idle.has(id)).length;
  return {
    processorMs: (deltas.length / busy) * threadMs,
    elapsedMs: deltas.reduce((sum, delta) => sum + delta, 0) / 1_000,
  };
}

function bytesOf(scripts: readonly string[]): number {
  const files = new Set(scripts.map((url) => (url.startsWith('file:') ? fileURLToPath(url) : url)));
  return [...files].reduce((sum, file) => sum + statSync(file).size, 0);
}
