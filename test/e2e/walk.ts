// `npm run shots -- walk`: every view of the pages in every kind of theme, at three widths, in both languages.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { outDir } from '../../scripts/lib/paths.mjs';
import { leaveBrowser } from './support/testWorkbench.ts';
import { setTheme, themes } from './support/theme.ts';
import { arrangeWalk, prepareWalk, views, walk } from './support/walk.ts';
import { withWindow } from './support/window.ts';

const wanted = new Set(process.argv.slice(2));
const chosen = <T extends string | number>(all: readonly T[]): readonly T[] => {
  const some = all.filter((one) => wanted.has(String(one)));
  return some.length > 0 ? some : all;
};
const names = new Set(chosen(views.map(({ name }) => name)));

async function takeAll(language: string): Promise<void> {
  const options = {
    arrange: arrangeWalk,
    width: 1200,
    height: 900,
    ...(language === 'chinese' && { language: 'zh-cn' }),
  };
  await withWindow(`walk in ${language}`, options, async (window) => {
    await prepareWalk(window);
    for (const theme of themes) {
      await setTheme(window, theme);
      for (const width of chosen([220, 400, 1100])) {
        const dir = join(outDir, 'walk', `${language}-${width}-${theme.toLowerCase().replaceAll(' ', '-')}`);
        mkdirSync(dir, { recursive: true });
        await walk(
          window,
          width,
          async ({ name }) =>
            void (await window.page.screenshot({ path: join(dir, `${name}.png`), animations: 'disabled' })),
          ({ name }) => names.has(name),
        );
        console.log(`  ${dir}`);
      }
    }
  });
}

try {
  for (const language of chosen(['english', 'chinese'])) await takeAll(language);
} finally {
  await leaveBrowser();
}
