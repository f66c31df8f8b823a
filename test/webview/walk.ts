// `npm run shots -- walk`: every view of the pages in every kind of theme, at three widths, in both languages.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { accessibilityProblems } from '../e2e/support/accessibility.ts';
import { outDir } from '../../scripts/lib/paths.mjs';
import type { Language } from './pageHost.ts';
import { themes } from './theme.ts';
import { views } from './views.ts';
import { WalkedPages } from './walkedPages.ts';

const wanted = new Set(process.argv.slice(2));
const chosen = <T extends string | number>(all: readonly T[]): readonly T[] => {
  const some = all.filter((one) => wanted.has(String(one)));
  return some.length > 0 ? some : all;
};
const slugOf = (theme: string): string => theme.toLowerCase().replaceAll(' ', '-');
const slugs = chosen(themes.map(slugOf));
const names = new Set(chosen(views.map(({ name }) => name)));
const languages: Readonly<Record<string, Language>> = { english: 'en', chinese: 'zh-cn' };

async function takeAll(language: string): Promise<void> {
  await using pages = await WalkedPages.open(languages[language]!);
  for (const theme of themes.filter((one) => slugs.includes(slugOf(one))))
    for (const width of chosen([220, 400, 1100])) {
      const dir = join(outDir, 'walk', `${language}-${width}-${slugOf(theme)}`);
      mkdirSync(dir, { recursive: true });
      await pages.setTheme(theme);
      await pages.setSize(width);
      const problems: string[] = [];
      const notShown = await pages.walk(
        async ({ name }, frame) => {
          await frame.page().screenshot({ path: join(dir, `${name}.png`), animations: 'disabled' });
          if (!wanted.has('axe')) return;
          problems.push(...(await accessibilityProblems(frame, 'editor')).map((problem) => `${name}: ${problem}`));
        },
        ({ name }) => names.has(name),
      );
      console.log(`  ${dir}`);
      for (const problem of [...problems, ...notShown]) console.log(`    ${problem}`);
    }
}

for (const language of chosen(Object.keys(languages))) await takeAll(language);
