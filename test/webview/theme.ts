import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { repoRoot } from '../../scripts/lib/paths.mjs';

interface Recorded {
  readonly kind: string;
  readonly variables: Readonly<Record<string, string>>;
}

/** What VS Code gives a webview; `npm run shots -- themes` renews it. */
const recorded = JSON.parse(readFileSync(join(repoRoot, 'test/webview/themes.json'), 'utf8')) as {
  readonly styles: string;
  readonly themes: Readonly<Record<string, Recorded>>;
};

export type Theme = string;
export const themes: readonly Theme[] = Object.keys(recorded.themes);

export async function wear(page: Page, theme: Theme): Promise<void> {
  const { kind, variables } = recorded.themes[theme]!;
  await page.evaluate(wearInPage, { kind, variables, styles: recorded.styles });
}

function wearInPage({ kind, variables, styles }: Recorded & { readonly styles: string }): void {
  const { style } = document.documentElement;
  style.cssText = '';
  for (const [name, value] of Object.entries(variables)) style.setProperty(name, value);
  style.background = 'var(--vscode-editor-background)'; // VS Code's editor is behind its webview
  document.body.dataset['vscodeThemeKind'] = kind;
  document.body.className = kind === 'vscode-high-contrast-light' ? `${kind} vscode-high-contrast` : kind;
  if (document.getElementById('_defaultStyles')) return;
  const sheet = document.createElement('style');
  sheet.id = '_defaultStyles';
  sheet.textContent = styles;
  document.head.prepend(sheet);
}
