// `npm run shots -- walk`: every view of the pages in every kind of theme, at three widths, in both languages.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { outDir } from '../../scripts/lib/paths.mjs';
import { leaveBrowser } from './support/testWorkbench.ts';
import { setTheme, themes } from './support/theme.ts';
import { arrangeWalk, inWholeWindow, prepareWalk, views, walk } from './support/walk.ts';
import { withWindow } from './support/window.ts';

const wanted = new Set(process.argv.slice(2));
const chosen = <T extends string | number>(all: readonly T[]): readonly T[] => {
  const some = all.filter((one) => wanted.has(String(one)));
  return some.length > 0 ? some : all;
};
const slugOf = (theme: string): string => theme.toLowerCase().replaceAll(' ', '-');
const slugs = chosen(themes.map(slugOf));
const names = new Set(chosen(views.map(({ name }) => name)));

async function takeAll(language: string): Promise<void> {
  const options = {
    arrange: arrangeWalk,
    width: 1200,
    height: 900,
    ...(language === 'chinese' && { language: 'zh-cn' }),
  };
  await withWindow(`walk in ${language}`, options, async (window) => {
    window.page.setDefaultTimeout(8_000); // a view that cannot be shown must not cost a minute at each width
    await prepareWalk(window);
    for (const theme of themes.filter((one) => slugs.includes(slugOf(one)))) {
      await setTheme(window, theme);
      for (const width of chosen([220, 400, 1100])) {
        const dir = join(outDir, 'walk', `${language}-${width}-${slugOf(theme)}`);
        mkdirSync(dir, { recursive: true });
        const problems = await walk(
          inWholeWindow(window),
          width,
          async ({ name }) =>
            void (await window.page.screenshot({ path: join(dir, `${name}.png`), animations: 'disabled' })),
          ({ name }) => names.has(name),
        );
        console.log(`  ${dir}`);
        for (const problem of problems) console.log(`    ${problem}`);
      }
    }
  });
}

try {
  for (const language of chosen(['english', 'chinese'])) await takeAll(language);
} finally {
  await leaveBrowser();
}
