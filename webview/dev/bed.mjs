// Builds the webview and opens it in headless Chromium with a fake host, under the real CSP and real theme variables.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';

const root = fileURLToPath(new URL('../..', import.meta.url));
const here = fileURLToPath(new URL('.', import.meta.url));
const origin = 'http://webview.test';
export const themes = JSON.parse(readFileSync(path.join(here, 'themes.json'), 'utf8'));
export const themeNames = Object.keys(themes);
const kinds = {
  dark: 'vscode-dark',
  light: 'vscode-light',
  hcDark: 'vscode-high-contrast',
  hcLight: 'vscode-high-contrast-light',
};

export async function buildApp({ minify = true } = {}) {
  const result = await build({
    absWorkingDir: root,
    entryPoints: { app: 'webview/boot.tsx' },
    outdir: 'out/webview',
    bundle: true,
    minify,
    metafile: true,
    format: 'esm',
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    logLevel: 'warning',
    write: false,
  });
  const scripts = result.outputFiles.filter(({ path }) => path.endsWith('.js'));
  const js = Object.fromEntries(
    scripts.map(({ path: file, text }) => [`/${path.relative(path.join(root, 'out/webview'), file)}`, text]),
  );
  const css = result.outputFiles.find((out) => out.path.endsWith('app.css')).text;
  return { js, css, metafile: result.metafile };
}

export async function launch() {
  // By address: the scripts are not part of the webview's own project.
  const { ensureBrowser } = await import(new URL('../../scripts/lib/browser.mjs', import.meta.url).href);
  const { executablePath, args, env } = await ensureBrowser();
  return chromium.launch({
    executablePath,
    env: { ...process.env, ...env },
    args: [...args, '--js-flags=--expose-gc'],
  });
}

/** A page of the app; `prepare` runs in the page before anything else and may change window.fakeWorld. */
export async function openPage(
  browser,
  app,
  { view = 'inspector', theme = 'dark', width = 320, height = 800, zoom = 1, prepare } = {},
) {
  const context = await browser.newContext({ viewport: { width, height }, deviceScaleFactor: zoom });
  const page = await context.newPage();
  page.problems = [];
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && page.problems.push(message.text()));
  page.on('pageerror', (error) => page.problems.push(String(error.stack)));
  const files = {
    ...Object.fromEntries(Object.entries(app.js).map(([file, text]) => [file, ['text/javascript', text]])),
    '/app.css': ['text/css', app.css],
    '/': ['text/html', html(view, theme)],
    '/theme.css': ['text/css', themeCss(theme)],
  };
  await page.route(`${origin}/**`, (route) => {
    const [contentType, body] = files[new URL(route.request().url()).pathname] ?? ['text/plain', ''];
    return route.fulfill({ contentType, body });
  });
  await page.addInitScript({ path: path.join(here, 'world.js') });
  await page.addInitScript({ path: path.join(here, 'knowledge.js') });
  await page.addInitScript({ path: path.join(here, 'worldOffers.js') });
  if (prepare) await page.addInitScript(prepare);
  await page.addInitScript({ path: path.join(here, 'fakeHost.js') });
  await page.addInitScript(() => {
    window.violations = [];
    document.addEventListener('securitypolicyviolation', (event) =>
      window.violations.push(`${event.violatedDirective} ${event.sourceFile}:${event.lineNumber} ${event.sample}`),
    );
  });
  await page.goto(`${origin}/`);
  await page.waitForSelector('[data-testid=inspector], [data-testid=traffic]');
  return page;
}

function themeCss(theme) {
  const lines = Object.entries(themes[theme]).map(([name, value]) => `${name}: ${value};`);
  const background =
    "body[data-view='inspector'] { background: var(--vscode-sideBar-background); } body[data-view='traffic'] { background: var(--vscode-panel-background); }";
  return `:root { ${lines.join(' ')} } ${background}`;
}

function html(view, theme) {
  const policy = `default-src 'none'; script-src 'nonce-dev' ${origin}; style-src ${origin}; font-src ${origin}; img-src ${origin} data:; media-src data:`;
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">
<link rel="stylesheet" href="/theme.css"><link rel="stylesheet" href="/app.css"><title>dev</title></head>
<body class="${kinds[theme]}" data-vscode-theme-kind="${kinds[theme]}" data-view="${view}"><div id="root"></div><script type="module" nonce="dev" src="/app.js"></script></body></html>`;
}
