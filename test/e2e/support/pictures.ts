import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { outDir } from '../../../scripts/lib/paths.mjs';
import type { Window } from './window.ts';

/** A picture of the whole window for a person to look at; it proves nothing by itself. */
export async function keepPicture({ page }: Window, name: string): Promise<void> {
  const dir = join(outDir, 'e2e', 'pictures');
  mkdirSync(dir, { recursive: true });
  await page.screenshot({ path: join(dir, `${name.replaceAll(/\W+/g, '-').toLowerCase()}.png`) });
}
