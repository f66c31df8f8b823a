import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from '../../e2e/support/until.ts';

interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly url: string };
  readonly children?: readonly number[];
}

interface Profile {
  readonly nodes: readonly ProfileNode[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

interface Probe {
  readonly cpuMs: number;
  readonly megabytes: number;
  readonly scripts: readonly string[];
  readonly profile: Profile;
}

/** The first ten seconds of an extension host. */
export interface Look {
  readonly cpuMs: number;
  readonly megabytes: number;
  /** Of it, what ran in our code or was called by it. */
  readonly oursMs: number;
  /** Of our files, those that were loaded. */
  readonly bytes: number;
}

export async function lookAt(pid: number, dir: string): Promise<Look> {
  const file = join(dir, `${pid}.json`);
  await until(() => existsSync(file), `the first ten seconds of host ${pid}`, 30_000);
  const { cpuMs, megabytes, scripts, profile } = JSON.parse(readFileSync(file, 'utf8')) as Probe;
  return { cpuMs, megabytes, oursMs: msOf(profile), bytes: bytesOf(scripts.filter(isOurs)) };
}

function isOurs(url: string): boolean {
  return url.includes('/mcp-switchboard.mcp-switchboard-');
}

/** The profiler takes a sample each millisecond; only those of the main thread while it is not idle have a stack. */
function msOf({ nodes, samples, timeDeltas }: Profile): number {
  const ours = new Set<number>();
  for (const { id, callFrame, children = [] } of nodes) {
    if (isOurs(callFrame.url)) ours.add(id);
    if (ours.has(id)) for (const child of children) ours.add(child); // parents come first
  }
  return samples.reduce((sum, id, at) => sum + (ours.has(id) ? (timeDeltas[at] ?? 0) : 0), 0) / 1_000;
}

function bytesOf(scripts: readonly string[]): number {
  const files = new Set(scripts.map((url) => (url.startsWith('file:') ? fileURLToPath(url) : url)));
  return [...files].reduce((sum, file) => sum + statSync(file).size, 0);
}
