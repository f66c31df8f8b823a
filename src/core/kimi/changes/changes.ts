import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type GitPoint, gitPoint, textAt } from './git.ts';

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

/**
 * Changes of a run are found by comparing files, not from its output: commands change files too.
 * Texts are kept for what git could not give back.
 */
export async function takeSnapshot(folder: string, limits = snapshotLimits): Promise<Snapshot> {
  const [walked, git] = await Promise.all([walk(folder, limits.maxFiles), gitPoint(folder)]);
  const texts = new Map<string, Buffer>();
  let room = limits.maxBytes;
  for (const [path, { size }] of walked.files) {
    if (isKeptByGit(git, path) || size > Math.min(limits.maxFileBytes, room)) continue;
    const text = await readOrNothing(join(folder, path));
    if (text) texts.set(path, text);
    room -= text?.length ?? 0;
  }
  const marks = new Map(Array.from(walked.files, ([path, { mark }]) => [path, mark]));
  return { folder, marks, texts, git, incomplete: walked.incomplete };
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

async function oldText(before: Snapshot, path: string): Promise<Buffer | undefined> {
  const kept = before.texts.get(path);
  if (kept !== undefined || before.git === undefined || !isKeptByGit(before.git, path)) return kept;
  return textAt(before.folder, before.git, path);
}

/** An ignored folder is reported as one entry with a trailing slash. */
function isKeptByGit(git: GitPoint | undefined, path: string): boolean {
  if (git === undefined || git.dirty.has(path)) return false;
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
    if (git.dirty.has(path.slice(0, at + 1))) return false;
  }
  return true;
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
