import { finishBeforeEnd } from '../../base/unfinished.ts';
import { type LedgerEntry, forgetProcess, ledgerEntries } from './processLedger.ts';
import {
  type ProcessRef,
  descendantsOf,
  environmentOf,
  sharesNumbers,
  stillAlive,
  withVariable,
} from './processTable.ts';
import { markName } from './processTree.ts';
import { sendSignal } from './signals.ts';

/**
 * Ends what a killed window or command line left running: such servers ignore the end of their stdin, and may hold
 * ports and locks. A host that still runs keeps its own.
 */
export async function endOrphans(): Promise<number> {
  const orphans = await findOrphans();
  for (const { pid } of orphans) sendSignal(pid, 'SIGKILL');
  return orphans.length;
}

let underWay: Promise<number> | undefined;

/** Once per process, beside whatever else starts. Best effort: the next process tries again. */
export function endOrphansOnce(): void {
  if (underWay) return;
  underWay = endOrphans().catch(() => 0);
  finishBeforeEnd(underWay);
}

async function findOrphans(): Promise<readonly ProcessRef[]> {
  const [marked, noted] = await Promise.all([orphansByMark(), orphansInLedger()]);
  return [...new Map([...marked, ...noted].map((ref) => [ref.pid, ref])).values()];
}

/** Linux shows the environment of every process of the user: descendants that were detached, or have another one, are found too. */
async function orphansByMark(): Promise<readonly ProcessRef[]> {
  const owned = (await withVariable(markName)).map(({ ref, value }) => {
    const [pid, begun] = value.split('.');
    return { ref, host: { pid: Number(pid), begun: begun ?? '' } };
  });
  const abandoned = await whereHostIsGone(owned.filter(({ host }) => host.pid > 0));
  const checked = await Promise.all(abandoned.map(({ ref }) => withDescendants(ref)));
  return checked.flat();
}

async function withDescendants(ref: ProcessRef): Promise<readonly ProcessRef[]> {
  if (!(await sharesNumbers(ref.pid))) return [];
  return [ref, ...(await descendantsOf(ref.pid))];
}

async function orphansInLedger(): Promise<readonly ProcessRef[]> {
  const abandoned = await whereHostIsGone(await ledgerEntries());
  const trees = await Promise.all(abandoned.map(treeOf));
  await Promise.all(abandoned.map(forgetProcess));
  return trees.flat();
}

/** Number, start and mark must all be those that were noted: a later process with the same number is not ours. */
async function treeOf({ started, mark }: LedgerEntry): Promise<readonly ProcessRef[]> {
  const [root] = await stillAlive([started]);
  const environment = root && (await environmentOf(root.pid));
  if (!root || (environment !== undefined && !environment.includes(`${markName}=${mark}`))) return [];
  return [root, ...(await descendantsOf(root.pid))];
}

async function whereHostIsGone<T extends { readonly host: ProcessRef }>(owned: readonly T[]): Promise<readonly T[]> {
  const alive = await stillAlive(owned.map(({ host }) => host));
  const hosts = new Set(alive.map(({ pid, begun }) => `${pid}.${begun}`));
  return owned.filter(({ host }) => !hosts.has(`${host.pid}.${host.begun}`));
}
