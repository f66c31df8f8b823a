import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { committedBytes, type GitPoint, gitPoint, isCommitted } from './git.ts';

export interface FileChange {
  /** Relative to the folder, with `/`. */
  readonly path: string;
  readonly absolutePath: string;
  readonly kind: 'created' | 'modified' | 'deleted';
  /** Texts for a diff; absent where the file did not exist then, is binary, or could not be kept. */
  readonly before?: string;
  readonly after?: string;
}

/** A folder as it was, to be compared with as it is. */
interface Snapshot {
  readonly folder: string;
  readonly marks: ReadonlyMap<string, string>;
  readonly texts: ReadonlyMap<string, Buffer>;
  /** What the commit gives back. */
  readonly committed: ReadonlySet<string>;
  readonly git: GitPoint | undefined;
  /** Too many files: what lies beyond the limit is not compared. */
  readonly incomplete: boolean;
}

interface SnapshotLimits {
  readonly maxFiles: number;
  /** Of one text that is kept, and of all of them. */
  readonly maxFileBytes: number;
  readonly maxBytes: number;
}

const snapshotLimits: SnapshotLimits = { maxFiles: 50_000, maxFileBytes: 1_048_576, maxBytes: 67_108_864 };

/** Generated content: large, and a diff of it is useless. */
const passedOver = new Set(['.git', '.hg', '.svn', 'node_modules', '.venv', '__pycache__']);

/** Read at once; one by one would take long in a large folder. */
const batch = 32;

/**
 * Changes of a run are found by comparing files, not from its output: commands change files too.
 * Texts are kept for what git could not give back.
 */
export async function takeSnapshot(folder: string, limits = snapshotLimits): Promise<Snapshot> {
  const [walked, git] = await Promise.all([walk(folder, limits.maxFiles), gitPoint(folder)]);
  const texts = new Map<string, Buffer>();
  const committed = new Set<string>();
  const paths = [...walked.files].filter(([, { size }]) => size <= limits.maxFileBytes).map(([path]) => path);
  let room = limits.maxBytes;
  for (let at = 0; at < paths.length; at += batch) {
    for (const [path, text] of await readAll(folder, paths.slice(at, at + batch))) {
      if (text !== undefined && isCommitted(git, path, text)) committed.add(path);
      else if (text !== undefined && text.length <= room) {
        texts.set(path, text);
        room -= text.length;
      }
    }
  }
  const marks = new Map(Array.from(walked.files, ([path, { mark }]) => [path, mark]));
  return { folder, marks, texts, committed, git, incomplete: walked.incomplete };
}

function readAll(folder: string, paths: readonly string[]): Promise<(readonly [string, Buffer | undefined])[]> {
  return Promise.all(paths.map(async (path) => [path, await readOrNothing(join(folder, path))] as const));
}

export async function findChanges(before: Snapshot, limits = snapshotLimits): Promise<readonly FileChange[]> {
  const { files } = await walk(before.folder, limits.maxFiles);
  const paths = new Set([...before.marks.keys(), ...files.keys()]);
  const touched = Array.from(paths).filter((path) => before.marks.get(path) !== files.get(path)?.mark);
  const changes = await Promise.all(touched.map((path) => compare(before, path, files.has(path))));
  return changes.filter((change) => change !== undefined).toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

async function compare(before: Snapshot, path: string, exists: boolean): Promise<FileChange | undefined> {
  const existed = before.marks.has(path);
  const absolutePath = join(before.folder, path);
  const old = existed ? await oldText(before, path) : undefined;
  const now = exists ? await readOrNothing(absolutePath) : undefined;
  if (old && now && old.equals(now)) return undefined; // touched, not changed
  const texts = { before: printable(old), after: printable(now) };
  return {
    path,
    absolutePath,
    kind: existed ? (exists ? 'modified' : 'deleted') : 'created',
    ...(texts.before !== undefined && { before: texts.before }),
    ...(texts.after !== undefined && { after: texts.after }),
  };
}

/** What was neither kept nor committed has no old text. */
async function oldText(before: Snapshot, path: string): Promise<Buffer | undefined> {
  if (before.git === undefined || !before.committed.has(path)) return before.texts.get(path);
  return committedBytes(before.folder, before.git, path);
}

interface Walked {
  readonly files: ReadonlyMap<string, { readonly mark: string; readonly size: number }>;
  readonly incomplete: boolean;
}

/** Every regular file below, with what changes when it is written. Links are not followed. */
async function walk(folder: string, maxFiles: number): Promise<Walked> {
  const files = new Map<string, { mark: string; size: number }>();
  const dirs = [''];
  for (const dir of dirs) {
    const entries = await readdir(join(folder, dir), { withFileTypes: true }).catch(() => []);
    const names = entries.filter((entry) => entry.isFile()).map((entry) => dir + entry.name);
    for (const entry of entries) {
      if (entry.isDirectory() && !passedOver.has(entry.name)) dirs.push(`${dir}${entry.name}/`);
    }
    if (files.size + names.length > maxFiles) return { files, incomplete: true };
    await Promise.all(names.map(async (name) => markFile(folder, name, files)));
  }
  return { files, incomplete: false };
}

async function markFile(
  folder: string,
  name: string,
  files: Map<string, { mark: string; size: number }>,
): Promise<void> {
  const stat = await lstat(join(folder, name), { bigint: true }).catch(() => undefined);
  if (stat === undefined) return; // gone meanwhile
  // The time of change cannot be set back by a program that restores the time of modification.
  files.set(name, { mark: `${stat.size}:${stat.mtimeNs}:${stat.ctimeNs}:${stat.ino}`, size: Number(stat.size) });
}

async function readOrNothing(path: string): Promise<Buffer | undefined> {
  return readFile(path).catch(() => undefined);
}

function printable(bytes: Buffer | undefined): string | undefined {
  if (bytes === undefined || bytes.length > snapshotLimits.maxFileBytes * 4) return undefined;
  return bytes.subarray(0, 8192).includes(0) ? undefined : bytes.toString('utf8');
}
