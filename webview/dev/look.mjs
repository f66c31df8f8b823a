// `node webview/dev/look.mjs [name…]` writes screenshots to out/webview/: look at them after every visible change.
import { mkdir } from 'node:fs/promises';
import { buildApp, launch, openPage, themeNames } from './bed.mjs';
import { scenes } from './scenes.mjs';

const wanted = process.argv.slice(2);
const out = new URL('../../out/webview/', import.meta.url).pathname;
await mkdir(out, { recursive: true });
const app = await buildApp();
const browser = await launch();
const troubles = [];
for (const scene of scenes) {
  if (wanted.length > 0 && !wanted.some((name) => scene.name.includes(name))) continue;
  for (const theme of scene.themes ?? themeNames) {
    const page = await openPage(browser, app, { ...scene, theme });
    await scene.act?.(page);
    await page.waitForTimeout(150);
    await page.screenshot({ path: `${out}${scene.name}-${theme}.png` });
    const violations = await page.evaluate(() => window.violations);
    // The kit's own two: an empty <style> and a style attribute in its dropdown; blocked without visible effect.
    const ours = [...page.problems, ...violations].filter(
      (problem) => !/inline style|style-src-(elem|attr)/.test(problem),
    );
    for (const problem of ours) troubles.push(`${scene.name}-${theme}: ${problem}`);
    await page.context().close();
  }
}
await browser.close();
for (const trouble of new Set(troubles)) console.log(trouble);
