// A recording, and the older traffic of a window, of many rows. BENCH_RECORDING_MB=1024 for a gigabyte of ten million.
import { execFile } from 'node:child_process';
import { linkSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Looked } from './recordings/look.ts';
import { frequentWord, rareWord, writeShortRows } from './recordings/write.ts';
import { type Bench, type Row, row } from './support/row.ts';

const megabytes = Number(process.env['BENCH_RECORDING_MB'] ?? 64);
/** Fewer give no interval. */
const rounds = 4;
const any = Number.POSITIVE_INFINITY;
const execute = promisify(execFile);
const script = path.join(import.meta.dirname, 'recordings/look.ts');

async function look(kind: 'recording' | 'spill', place: string): Promise<Looked> {
  const { stdout } = await execute(process.execPath, [script, kind, place]);
  return JSON.parse(stdout) as Looked;
}

const segments = 16;

/** Files as a window writes them. */
async function writeSegments(folder: string, bytes: number): Promise<void> {
  mkdirSync(folder);
  for (let at = 0, next = 1; at < segments; at++)
    next += await writeShortRows(
      path.join(folder, `${String(next).padStart(15, '0')}.mcptrace`),
      bytes / segments,
      next,
    );
}

/** The folder that a window left: the next one takes it over. */
function spillOf(root: string, written: string): string {
  const session = path.join(root, '1-1');
  rmSync(root, { recursive: true, force: true });
  mkdirSync(session, { recursive: true });
  writeFileSync(path.join(session, 'ended'), '');
  for (const name of readdirSync(written)) linkSync(path.join(written, name), path.join(session, name));
  return root;
}

/** Of these files nothing is in memory when they are opened. */
async function forget(place: string): Promise<void> {
  const files = statSync(place).isDirectory() ? readdirSync(place).map((name) => path.join(place, name)) : [place];
  for (const file of files) await execute('dd', [`if=${file}`, 'iflag=nocache', 'count=0', 'status=none']);
}

async function grep(word: string, place: string): Promise<number> {
  const begin = performance.now();
  await execute('grep', ['-rc', word, place]);
  return performance.now() - begin;
}

/** Opened a second time from the disk itself. */
type Measured = Looked & { readonly coldMs: number };

interface Side {
  readonly looked: readonly Measured[];
  readonly small: readonly Looked[];
  readonly rare: readonly number[];
  readonly frequent: readonly number[];
}

async function measure(looking: () => Promise<Looked>, small: () => Promise<Looked>, place: string): Promise<Side> {
  const side = { looked: [] as Measured[], small: [] as Looked[], rare: [] as number[], frequent: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    side.small.push(await small());
    side.rare.push(await grep(rareWord, place));
    await forget(place);
    const { openMs: coldMs } = await looking();
    side.looked.push({ ...(await looking()), coldMs });
    side.frequent.push(await grep(frequentWord, place));
  }
  console.log(JSON.stringify(side.looked.at(-1)));
  return side;
}

function rowsOf(what: string, { looked, small, rare, frequent }: Side): Row[] {
  const of = (side: readonly Looked[], read: (one: Looked) => number): number[] => side.map(read);
  const beside = (name: string, unit: string, limit: number, read: (one: Looked) => number): Row =>
    row(
      { name: `${what}: ${name}`, unit, peerName: 'the same of 1 MB', limit: { ratio: any, ours: limit } },
      of(looked, read),
      of(small, read),
    );
  const search = (name: string, limit: Row['limit'], read: (one: Looked) => number, peer: readonly number[]): Row =>
    row({ name: `${what}: ${name}`, unit: 'ms', peerName: 'grep -c', limit }, of(looked, read), peer);
  const whole = of(looked, (one) => one.rare.allMs);
  const opened = { name: `${what}: opened from the disk, first rows`, unit: 'ms' };
  const first = { name: `${what}: first hit in bodies`, unit: 'ms', peerName: 'the whole search' };
  return [
    row(
      { ...opened, peerName: 'the same in memory', limit: { ratio: any, ours: 500 } },
      looked.map(({ coldMs }) => coldMs),
      of(looked, (one) => one.openMs),
    ),
    beside('slowest of 40 pages from end to end', 'ms', 50, (one) => one.scrollMs),
    row(
      { ...first, limit: { ratio: 1, ours: 500 } },
      of(looked, (one) => one.rare.firstMs),
      whole,
    ),
    search('bodies searched, a hit in 50,000 rows', { ratio: 3 }, (one) => one.rare.allMs, rare),
    search('bodies searched, a hit in 100 rows', { ratio: 3 }, (one) => one.frequent.allMs, frequent),
    beside('search cancelled', 'ms', 50, (one) => one.cancelMs),
    beside('most memory of the process', 'MB', 200, (one) => one.megabytes),
  ];
}

async function run(): Promise<Row[]> {
  const home = mkdtempSync(path.join(tmpdir(), 'recordings-bench-'));
  try {
    const [file, small] = [path.join(home, 'large.mcptrace'), path.join(home, 'small.mcptrace')];
    await writeShortRows(small, 2 ** 20);
    const count = await writeShortRows(file, megabytes * 2 ** 20);
    const about = `${megabytes} MB, ${count.toLocaleString('en-US')} rows`;
    const [files, few] = [path.join(home, 'files'), path.join(home, 'few')];
    await writeSegments(files, megabytes * 2 ** 20);
    await writeSegments(few, 2 ** 20);
    const spill = (of: string): Promise<Looked> => look('spill', spillOf(path.join(home, 'spill'), of));
    const recorded = await measure(
      () => look('recording', file),
      () => look('recording', small),
      file,
    );
    const spilled = await measure(
      () => spill(files),
      () => spill(few),
      files,
    );
    return [...rowsOf(`recording of ${about}`, recorded), ...rowsOf(`traffic on disk, ${about}`, spilled)];
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

export const recordings: Bench = { name: 'recordings', inVscode: false, run };
