import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import type { Frame } from 'playwright-core';
import { repoRoot } from '../../../scripts/lib/paths.mjs';

/** The page has registered the elements; a second time would be an error. */
const withoutToolkit: Plugin = {
  name: 'without toolkit',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^@vscode\/webview-ui-toolkit/ }, () => ({ path: 'toolkit', namespace: 'none' }));
    onLoad({ filter: /./, namespace: 'none' }, () => ({ contents: 'module.exports = {}' })); // of any names
  },
};

/** Replaces the page of a webview with the components of test/webview/gallery.tsx. */
export async function showGallery(frame: Frame): Promise<void> {
  const { outputFiles } = await build({
    entryPoints: [join(repoRoot, 'test/webview/gallery.tsx')],
    bundle: true,
    write: false,
    format: 'iife',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    plugins: [withoutToolkit],
    logLevel: 'error',
  });
  // Evaluated by the browser's own protocol: the policy of the page allows no other script.
  await frame.evaluate(`${outputFiles[0]?.text ?? ''};0`);
  await frame.getByTestId('gallery').waitFor();
}
