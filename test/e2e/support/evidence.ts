import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { currentWorkbench } from './testWorkbench.ts';

interface Evidence {
  readonly name: string;
  readonly page: Page;
  readonly console: readonly string[];
  readonly dir: string;
}

/** Writes what is needed to understand a failure. It never hides that failure behind one of its own. */
export async function keepEvidence({ name, page, console: lines, dir }: Evidence): Promise<void> {
  const base = join(
    dir,
    name
      .replace(/[^a-z0-9]+/gi, '-')
      .slice(0, 80)
      .toLowerCase(),
  );
  try {
    mkdirSync(dir, { recursive: true });
    writeFileSync(`${base}.console.log`, lines.join('\n'));
    copyFileSync(currentWorkbench().serverLog, `${base}.server.log`);
    await page.screenshot({ path: `${base}.png`, timeout: 10_000 });
  } catch (error) {
    console.error(`Could not keep everything about "${name}": ${String(error)}`);
  }
}

/** A picture to look at while working on a view; only where E2E_PICTURES names a folder. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  const dir = process.env['E2E_PICTURES'];
  if (dir) await page.screenshot({ path: join(dir, `${name}.png`) });
}
