// VS Code requires this file (bundled) and calls run(): see `extensionTestsPath` in ../inhost.test.ts.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { activationTests } from './activation.ts';
import type { InHostResult, InHostTest } from './inHostTest.ts';

const tests: readonly InHostTest[] = [...activationTests];

async function result(test: InHostTest): Promise<InHostResult> {
  const start = performance.now();
  const ms = () => Math.round(performance.now() - start);
  try {
    await test.run();
    return { name: test.name, ms: ms() };
  } catch (error) {
    return {
      name: test.name,
      ms: ms(),
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    };
  }
}

export async function run(): Promise<void> {
  const results: InHostResult[] = [];
  for (const test of tests) results.push(await result(test));
  writeFileSync(join(__dirname, 'results.json'), JSON.stringify(results));
}
