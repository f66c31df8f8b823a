import { readFileSync, readdirSync } from 'node:fs';
import { readFile, readdir, readlink } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { runProgram, runProgramNow, systemProgram } from './spawnProgram.ts';

/** A process, identified by its id and start time, because ids are reused. */
export interface ProcessRef {
  readonly pid: number;
  readonly begun: string;
}

const linux = process.platform === 'linux';
const isWindows = process.platform === 'win32';

/** Everything below `pid` right now, also what left its group. Best effort: a list, never a failure. */
export async function descendantsOf(pid: number): Promise<readonly ProcessRef[]> {
  const childrenOf = linux ? linuxChildren : childrenIn(await processTable());
  const found: ProcessRef[] = [];
  const todo = [pid];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const children = await childrenOf(next);
    found.push(...children);
    todo.push(...children.map((child) => child.pid));
  }
  return found;
}

/** The same at once, for the last moment of this process. */
export function descendantsNow(pid: number): readonly number[] {
  return linux ? linuxDescendantsNow(pid) : belowIn(processTableNow(), pid);
}

function linuxDescendantsNow(pid: number): readonly number[] {
  const children = threadsOf(pid).flatMap((thread) => numbersIn(readNow(`/proc/${pid}/task/${thread}/children`)));
  return [...children, ...children.flatMap(linuxDescendantsNow)];
}

/** Those of them that still run. */
export async function stillAlive(refs: readonly ProcessRef[]): Promise<readonly ProcessRef[]> {
  if (refs.length === 0) return [];
  const table = linux ? undefined : await processTable();
  const begun = await Promise.all(
    refs.map(({ pid }) => (table ? table.find((row) => row.pid === pid)?.begun : linuxBeginning(pid))),
  );
  return refs.filter((ref, at) => begun[at] === ref.begun);
}

/** `undefined` for a process that is gone. */
export async function processRef(pid: number): Promise<ProcessRef | undefined> {
  const begun = linux ? await linuxBeginning(pid) : (await processTable()).find((row) => row.pid === pid)?.begun;
  return begun === undefined ? undefined : { pid, begun };
}

/** The environment a process was started with; `undefined` where the system does not show it. */
export async function environmentOf(pid: number): Promise<string | undefined> {
  return linux ? readOrNothing(`/proc/${pid}/environ`) : undefined;
}

interface Environment {
  readonly pid: number;
  readonly environment: string;
}

let scan: Promise<readonly Environment[]> | undefined;

/**
 * Processes that were started with this in their environment, wherever they are in the tree now: a
 * child whose parent has died belongs to init and can be found in no other way. Linux only.
 */
export async function markedWith(mark: string): Promise<readonly ProcessRef[]> {
  const found = (await environments()).filter(({ environment }) => environment.includes(mark));
  return (await Promise.all(found.map(({ pid }) => refOf(pid)))).flat();
}

/** The same at once, for the last moment of this process. */
export function markedNow(mark: string): readonly number[] {
  if (!linux) return [];
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => readNow(`/proc/${pid}/environ`).includes(mark));
}

/** Every process with a variable of this name, and its value. Linux only. */
export async function withVariable(
  name: string,
): Promise<readonly { readonly ref: ProcessRef; readonly value: string }[]> {
  const rows = (await environments()).map(async ({ pid, environment }) => {
    if (!environment.includes(name)) return [];
    const found = environment.split('\0').find((each) => each.startsWith(`${name}=`));
    if (found === undefined) return [];
    return (await refOf(pid)).map((ref) => ({ ref, value: found.slice(name.length + 1) }));
  });
  return (await Promise.all(rows)).flat();
}

async function environments(): Promise<readonly Environment[]> {
  if (!linux) return [];
  await scan; // a scan that is already running may have missed the newest process
  scan ??= scanEnvironments().finally(() => {
    scan = undefined;
  });
  return scan;
}

const readAtOnce = 64;

/** Each file is read in 15 µs, and in ten times as long by a promise: so some at a time, then the others' turn. */
async function scanEnvironments(): Promise<readonly Environment[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const found: Environment[] = [];
  for (let at = 0; at < pids.length; at += readAtOnce) {
    if (at > 0) await nextTurn();
    for (const pid of pids.slice(at, at + readAtOnce))
      found.push({ pid, environment: readNow(`/proc/${pid}/environ`) });
  }
  return found;
}

/** Nothing if it is gone. */
async function refOf(pid: number): Promise<readonly ProcessRef[]> {
  const begun = await linuxBeginning(pid);
  return begun === undefined ? [] : [{ pid, begun }];
}

async function linuxChildren(pid: number): Promise<readonly ProcessRef[]> {
  // Each thread has its own children: Go forks from any of them, Node only from the first.
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const texts = await Promise.all(threads.map((thread) => readOrNothing(`/proc/${pid}/task/${thread}/children`)));
  const refs = texts.flatMap(numbersIn).map(async (each) => ({ pid: each, begun: await linuxBeginning(each) }));
  return (await Promise.all(refs)).filter((ref): ref is ProcessRef => ref.begun !== undefined);
}

/** In the same pid namespace: a container has its own ids. */
export async function sharesNumbers(pid: number): Promise<boolean> {
  const [theirs, ours] = await Promise.all(
    [`/proc/${pid}/ns/pid`, '/proc/self/ns/pid'].map((path) => linkOrNothing(path)),
  );
  return ours !== '' && theirs === ours;
}

async function linkOrNothing(path: string): Promise<string> {
  try {
    return await readlink(path);
  } catch {
    return '';
  }
}

/** This process, as others can tell it apart; nothing where that cannot be known. */
export function ownProcessRef(): ProcessRef | undefined {
  const begun = linux ? beginningIn(readNow(`/proc/${process.pid}/stat`)) : undefined;
  return begun === undefined ? undefined : { pid: process.pid, begun };
}

/** Its start time, or `undefined` if it is gone or a zombie (state Z). */
async function linuxBeginning(pid: number): Promise<string | undefined> {
  return beginningIn(await readOrNothing(`/proc/${pid}/stat`));
}

function beginningIn(stat: string): string | undefined {
  // The name in brackets may hold spaces and brackets itself: the fields start after the last one.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' ? undefined : fields[19];
}

async function readOrNothing(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    return ''; // gone, or not ours
  }
}

function readNow(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function threadsOf(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

function numbersIn(text: string): readonly number[] {
  return text.split(' ').filter(Boolean).map(Number);
}

interface ProcessRow extends ProcessRef {
  readonly parent: number;
}

const psArguments = ['-A', '-o', 'pid=,ppid=,lstart='];
/** Windows: the same three columns. */
const windowsQuery =
  'Get-CimInstance Win32_Process | ForEach-Object { "$($_.ProcessId) $($_.ParentProcessId) $($_.CreationDate.Ticks)" }';

async function processTable(): Promise<readonly ProcessRow[]> {
  const [command, args] = isWindows
    ? ([
        'WindowsPowerShell\\v1.0\\powershell.exe',
        ['-NoProfile', '-NonInteractive', '-Command', windowsQuery],
      ] as const)
    : (['ps', psArguments] as const);
  const found = await runProgram(systemProgram(command), args, {}).catch(() => undefined);
  return found ? rowsOf(found.stdout.toString('utf8')) : [];
}

function processTableNow(): readonly ProcessRow[] {
  return rowsOf(runProgramNow(systemProgram('ps'), psArguments)); // without a list only the process group can be ended
}

function belowIn(table: readonly ProcessRow[], pid: number): readonly number[] {
  const children = table.filter((row) => row.parent === pid).map((row) => row.pid);
  return [...children, ...children.flatMap((child) => belowIn(table, child))];
}

function rowsOf(text: string): readonly ProcessRow[] {
  return text.split('\n').flatMap((line) => {
    const row = /^\s*(\d+)\s+(\d+)\s+(.+)$/.exec(line);
    return row ? [{ pid: Number(row[1]), parent: Number(row[2]), begun: row[3]!.trim() }] : [];
  });
}

function childrenIn(table: readonly ProcessRow[]): (pid: number) => Promise<readonly ProcessRef[]> {
  return (pid) => Promise.resolve(table.filter((row) => row.parent === pid));
}
