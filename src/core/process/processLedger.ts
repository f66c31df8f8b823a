import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { isRecord, parseJson } from '../../base/json.ts';
import { type Disposable, disposable } from '../../base/lifetime.ts';
import { type ProcessRef, processRef } from './processTable.ts';
import { makeFolder, userStateDir } from './userStateDir.ts';

/** A process that was started, the process that started it, and the mark in its environment. */
export interface LedgerEntry {
  readonly host: ProcessRef;
  readonly started: ProcessRef;
  readonly mark: string;
}

function ledgerDir(): string {
  return path.join(userStateDir(process.env, homedir()), 'processes');
}

let host: Promise<ProcessRef | undefined> | undefined;

/**
 * Notes a started process on the disk until disposed, so that it can be found after this process was killed. Best
 * effort: on Linux the mark in the environment tells the same, and without a writable home there is no note.
 */
export function noteProcess(pid: number, mark: string): Disposable {
  const file = path.join(ledgerDir(), `${process.pid}-${pid}.json`);
  const noted = writeEntry(file, pid, mark).catch(() => {});
  return disposable(() => void noted.then(() => rm(file, { force: true })).catch(() => {}));
}

async function writeEntry(file: string, pid: number, mark: string): Promise<void> {
  host ??= processRef(process.pid);
  const [own, started] = await Promise.all([host, processRef(pid)]);
  if (!own || !started) return; // it has ended already
  makeFolder(path.dirname(file), 0o700);
  await writeFile(file, JSON.stringify({ host: own, started, mark } satisfies LedgerEntry), { mode: 0o600 });
}

/** All notes of this user. One that cannot be read is removed: it names nothing that could be ended. */
export async function ledgerEntries(): Promise<readonly LedgerEntry[]> {
  const dir = ledgerDir();
  const names = await readdir(dir).catch(() => []);
  const entries = await Promise.all(names.map((name) => readEntry(path.join(dir, name))));
  return entries.filter((entry) => entry !== undefined);
}

async function readEntry(file: string): Promise<LedgerEntry | undefined> {
  const parsed = parseJson(await readFile(file, 'utf8').catch(() => ''));
  if (parsed.ok && isEntry(parsed.value)) return parsed.value;
  await rm(file, { force: true }).catch(() => {});
  return undefined;
}

export async function forgetProcess({ host: owner, started }: LedgerEntry): Promise<void> {
  await rm(path.join(ledgerDir(), `${owner.pid}-${started.pid}.json`), { force: true }).catch(() => {});
}

function isEntry(value: unknown): value is LedgerEntry {
  return isRecord(value) && isRef(value['host']) && isRef(value['started']) && typeof value['mark'] === 'string';
}

function isRef(value: unknown): value is ProcessRef {
  return isRecord(value) && Number.isSafeInteger(value['pid']) && typeof value['begun'] === 'string';
}
