// `npm run shots -- themes`: what VS Code gives a webview in each theme, for the pages in a browser without it.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { distDir, repoRoot } from '../../scripts/lib/paths.mjs';
import { Switchboard } from './support/switchboard.ts';
import { leaveBrowser } from './support/testWorkbench.ts';
import { setTheme, themes } from './support/theme.ts';
import { withWindow } from './support/window.ts';

/** The variables that our pages read, of the hundreds that there are. */
function usedVariables(): Set<string> {
  const folder = join(distDir, 'webview');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.(?:js|css)$/.test(file));
  return new Set(files.flatMap((file) => readFileSync(join(folder, file), 'utf8').match(/--vscode-[\w-]+/g) ?? []));
}

async function themeOf(frame: Frame, used: ReadonlySet<string>) {
  const { variables, kind } = await frame.evaluate(() => ({
    variables: [...document.documentElement.style].map(
      (name) => [name, document.documentElement.style.getPropertyValue(name)] as const,
    ),
    kind: document.body.dataset['vscodeThemeKind'] ?? '',
  }));
  return { kind, variables: Object.fromEntries(variables.filter(([name]) => used.has(name)).toSorted()) };
}

try {
  await withWindow('themes', {}, async (window) => {
    const inspector = await new Switchboard(window).inspector();
    const used = usedVariables();
    const recorded: Record<string, unknown> = {};
    for (const theme of themes) {
      await setTheme(window, theme);
      recorded[theme] = await themeOf(inspector, used);
    }
    const styles = await inspector.evaluate(() => document.getElementById('_defaultStyles')?.textContent ?? '');
    const file = join(repoRoot, 'test/webview/themes.json');
    writeFileSync(file, `${JSON.stringify({ styles, themes: recorded }, undefined, 2)}\n`);
    console.log(`  ${file}`);
  });
} finally {
  await leaveBrowser();
}
