// Measures every bench whose name holds one of the arguments; see scripts/bench.mjs.
// --check fails on what is slower than recorded in bench/budgets.json, --record keeps what was measured there.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { main } from '../../scripts/lib/main.mjs';
import { outDir, vsixPath } from '../../scripts/lib/paths.mjs';
import { Trouble } from '../../scripts/lib/say.mjs';
import { packVsix } from '../../scripts/lib/vsix.mjs';
import { workbenchVariable, withTestWorkbench } from '../../scripts/lib/testWorkbench.mjs';
import { leaveBrowser } from '../e2e/support/testWorkbench.ts';
import { readBudgets, record, regressions } from './support/budgets.ts';
import { thisOccasion } from './support/occasion.ts';
import { type Bench, type Row, pooled } from './support/row.ts';
import { figureOf, table } from './support/table.ts';

function isBench(value: unknown): value is Bench {
  return typeof value === 'object' && value !== null && 'run' in value && 'inVscode' in value;
}

async function findBenches(filters: readonly string[]): Promise<Bench[]> {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.bench.ts'));
  const modules = await Promise.all(files.map((file) => import(`./${file}`) as Promise<Record<string, unknown>>));
  const benches = modules.flatMap((module) => Object.values(module).filter(isBench));
  const wanted = benches.filter(({ name }) => filters.length === 0 || filters.some((part) => name.includes(part)));
  if (wanted.length > 0) return wanted;
  throw new Trouble(
    `No bench is called ${filters.join(' or ')}; there are ${benches.map(({ name }) => name).join(', ')}.`,
  );
}

/** How often a bench is run at most until each of its rows is clear. */
const mostRuns = 3;

type Keep = (name: string, rows: readonly Row[]) => void;

/** One that cannot be measured does not cost the others their figures. */
async function measure(benches: readonly Bench[], keep: Keep): Promise<void> {
  for (const bench of benches) {
    console.log(`Measuring ${bench.name}…`);
    try {
      keep(bench.name, await untilClear(bench));
    } catch (error) {
      console.error(`  ${bench.name} could not be measured:`, error);
    }
  }
}

/** Again while a limit lies within an interval, with all that was measured before. */
async function untilClear(bench: Bench): Promise<readonly Row[]> {
  let rows = await bench.run();
  for (let runs = 1; runs < mostRuns && rows.some(({ verdict }) => verdict === 'noisy'); runs++) {
    console.log(`  once more: ${rows.filter(({ verdict }) => verdict === 'noisy').length} rows are noisy`);
    const again = new Map((await bench.run()).map((row) => [row.name, row]));
    rows = rows.map((row) => (again.has(row.name) ? pooled(row, again.get(row.name)!) : row));
  }
  return rows;
}

async function measureInVscode(benches: readonly Bench[], keep: Keep): Promise<void> {
  if (benches.length === 0) return;
  const peers = ['hello', 'plainTree'].map((name) => join(outDir, `bench/${name}.vsix`));
  for (const peer of peers) await packVsix(join(import.meta.dirname, basename(peer, '.vsix')), peer);
  return withTestWorkbench({ vsixes: [vsixPath, ...peers] }, async (workbench) => {
    process.env[workbenchVariable] = JSON.stringify(workbench);
    return measure(benches, keep).finally(leaveBrowser);
  });
}

function write(rows: readonly Row[]): void {
  mkdirSync(outDir, { recursive: true });
  writeFileSync(join(outDir, 'bench.json'), `${JSON.stringify(rows.map(figureOf), undefined, 2)}\n`);
  console.log(`\n${table(rows)}\n\nWritten to ${join(outDir, 'bench.json')}`);
}

await main(async () => {
  const args = process.argv.slice(2);
  const occasion = thisOccasion();
  const benches = await findBenches(args.filter((arg) => !arg.startsWith('--')));
  const before = readBudgets();
  const measured = new Map<string, readonly Row[]>();
  const keep: Keep = (name, rows) => {
    measured.set(name, rows);
    if (args.includes('--record')) record(name, rows, occasion);
  };
  await measure(
    benches.filter(({ inVscode }) => !inVscode),
    keep,
  );
  await measureInVscode(
    benches.filter(({ inVscode }) => inVscode),
    keep,
  );
  const rows = [...measured.values()].flat();
  write(rows);
  const slower = args.includes('--check') ? regressions(rows, before) : [];
  for (const line of slower) console.log(`slower than recorded: ${line}`);
  const isWhole = measured.size === benches.length;
  return !isWhole || rows.some(({ verdict }) => verdict === 'OVER') || slower.length > 0 ? 1 : 0;
});
