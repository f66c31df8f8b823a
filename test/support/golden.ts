import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TestContext } from 'node:test';

/**
 * `UPDATE_GOLDEN=1` writes what came into the file of what is expected; read the difference before you keep it.
 * Then there is nothing to compare: the test is skipped, and the next run compares.
 */
export function updatesGolden(t: TestContext, file: string, text: string): boolean {
  if (process.env['UPDATE_GOLDEN'] !== '1') return false;
  writeFileSync(file, text);
  t.skip(`${path.basename(file)} written, run again`);
  return true;
}
