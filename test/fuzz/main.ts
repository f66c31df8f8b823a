// npm run fuzz: random and mutated texts for everything that reads what others wrote, guided by V8's coverage.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '../support/sources.ts';
import { NewCoverage } from './coverage.ts';
import { seedOf } from './dice.ts';
import { fuzz } from './fuzz.ts';
import type { FuzzTarget } from './target.ts';
import { targets } from './targets.ts';
import { startWatchdog } from './watchdog.ts';

const folder = path.join(projectRoot, 'out/fuzz');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { cases: { type: 'string', default: '1000000' }, seed: { type: 'string', default: '1' } },
});
const chosen = targets.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const unknown = positionals.filter((name) => !targets.some((target) => target.name === name));
const wrong = unknown.length > 0 || !(Number(values.cases) > 0) || !Number.isInteger(Number(values.seed));

if (wrong) {
  console.error(`npm run fuzz [-- --cases N --seed S target…]\nTargets: ${targets.map(({ name }) => name).join(', ')}`);
  process.exitCode = 2;
} else await runAll();

async function runAll(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const watchdog = startWatchdog(folder);
  const coverage = new NewCoverage();
  for (const target of chosen) await runOne(target, coverage, watchdog.begin);
  coverage.dispose();
  watchdog.dispose();
}

async function runOne(
  target: FuzzTarget,
  coverage: NewCoverage,
  begin: (name: string, input: string) => void,
): Promise<void> {
  const cases = Math.ceil(Number(values.cases) / chosen.length);
  const [start, before] = [performance.now(), coverage.places];
  const seed = (Number(values.seed) ^ seedOf(target.name)) >>> 0;
  const outcome = await fuzz(target, { cases, seed, coverage, begin: ({ name }, input) => begin(name, input) });
  target.dispose?.();
  const seconds = (performance.now() - start) / 1000;
  const figures = `${outcome.cases} cases in ${seconds.toFixed(1)} s, ${coverage.places - before} places run, ${outcome.interesting} texts kept, slowest ${outcome.slowestMs.toFixed(1)} ms`;
  console.log(`${target.name.padEnd(10)} ${figures}, ${outcome.findings.length} findings`);
  for (const { input, error } of outcome.findings) report(target.name, input, error);
}

function report(name: string, input: string, error: unknown): void {
  process.exitCode = 1;
  const file = path.join(folder, `${name}.${seedOf(input).toString(16)}.txt`);
  writeFileSync(file, input);
  console.error(
    `  ${file}\n    ${String(error instanceof Error ? error.stack : error)
      .replaceAll('\n', '\n    ')
      .slice(0, 1_500)}`,
  );
}
