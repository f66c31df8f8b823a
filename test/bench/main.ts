// Measures every bench whose file or name holds one of the arguments; see scripts/bench.mjs.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { main } from '../../scripts/lib/main.mjs';
import { outDir, vsixPath } from '../../scripts/lib/paths.mjs';
import { Trouble } from '../../scripts/lib/say.mjs';
import { packVsix } from '../../scripts/lib/vsix.mjs';
import { workbenchVariable, withTestWorkbench } from '../../scripts/lib/testWorkbench.mjs';
import { leaveBrowser } from '../e2e/support/testWorkbench.ts';
import type { Bench, Row } from './support/row.ts';
import { table } from './support/table.ts';

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

async function measure(benches: readonly Bench[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const bench of benches) {
    console.log(`Measuring ${bench.name}…`);
    rows.push(...(await bench.run()));
  }
  return rows;
}

async function measureInVscode(benches: readonly Bench[]): Promise<Row[]> {
  if (benches.length === 0) return [];
  const peers = ['hello', 'plainTree'].map((name) => join(outDir, `bench/${name}.vsix`));
  for (const peer of peers) await packVsix(join(import.meta.dirname, basename(peer, '.vsix')), peer);
  return withTestWorkbench({ vsixes: [vsixPath, ...peers] }, async (workbench) => {
    process.env[workbenchVariable] = JSON.stringify(workbench);
    return measure(benches).finally(leaveBrowser);
  });
}

await main(async () => {
  const benches = await findBenches(process.argv.slice(2));
  const rows = [
    ...(await measure(benches.filter(({ inVscode }) => !inVscode))),
    ...(await measureInVscode(benches.filter(({ inVscode }) => inVscode))),
  ];
  mkdirSync(outDir, { recursive: true });
  writeFileSync(join(outDir, 'bench.json'), `${JSON.stringify(rows, undefined, 2)}\n`);
  console.log(`\n${table(rows)}\n\nWritten to ${join(outDir, 'bench.json')}`);
  return rows.every(({ ok }) => ok) ? 0 : 1;
});
