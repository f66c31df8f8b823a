import { sleep } from '../../base/async.ts';
import { fileKeepsChanging } from '../../base/faults/configFaults.ts';
import { withLock } from './lock.ts';
import { readText } from './readText.ts';
import { realTarget, replaceFile } from './replaceFile.ts';

/** The new text, or `undefined` to leave the file; `text` is `undefined` where there is no file. May throw. */
export type TextChange = (text: string | undefined) => string | undefined;

const mostAttempts = 50;
const lockPollMs = 5;
const emptyPollMs = 20;
const emptyMs = 500;

const queues = new Map<string, Promise<unknown>>();

/**
 * Changes a text file of the user. One change after the other for each file, in this process and in all others of
 * ours; a change by another program in between is not overwritten: the edit is repeated on the new text.
 */
export async function editFile(file: string, lockDir: string, change: TextChange): Promise<void> {
  const target = await realTarget(file);
  const turn = (queues.get(target) ?? Promise.resolve()).then(() =>
    locked(target, lockDir, () => edit(target, change)),
  );
  const settled = turn.catch(() => {});
  queues.set(target, settled);
  void settled.then(() => queues.get(target) === settled && queues.delete(target));
  return turn;
}

/** Without a folder for locks (a home that cannot be written) the comparison before the rename must do. */
async function locked(target: string, lockDir: string, work: () => Promise<void>): Promise<void> {
  let hasBegun = false;
  try {
    await withLock(target, { lockDir, pollMs: lockPollMs }, () => ((hasBegun = true), work()));
  } catch (error) {
    if (hasBegun) throw error;
    await work();
  }
}

async function edit(target: string, change: TextChange): Promise<void> {
  for (let attempt = 0; attempt < mostAttempts; attempt++) {
    const before = await readSettled(target);
    const after = change(before);
    if (after === undefined || after === before) return;
    const mayReplace = async (): Promise<boolean> => (await readText(target)) === before;
    if (await replaceFile(target, new TextEncoder().encode(after), { mayReplace })) return;
  }
  throw fileKeepsChanging(target);
}

/** An empty file may be another program's save in progress: it counts as empty only if it stays so. */
async function readSettled(target: string): Promise<string | undefined> {
  for (let waitedMs = 0; ; waitedMs += emptyPollMs) {
    const text = await readText(target);
    if (text !== '' || waitedMs >= emptyMs) return text;
    await sleep(emptyPollMs);
  }
}
