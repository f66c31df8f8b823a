import { findWebview } from './webview.ts';
import type { Window } from './window.ts';

export const themes = ['Dark 2026', 'Light 2026', 'Default High Contrast', 'Default High Contrast Light'] as const;

export type Theme = (typeof themes)[number];

/** Changes the theme of one window, and waits until its webviews wear it. */
export async function setTheme({ driver, page }: Window, theme: Theme): Promise<void> {
  await driver.run((vscode, name) => {
    const target = vscode.ConfigurationTarget.Workspace; // the user settings are shared with other windows
    return vscode.workspace.getConfiguration('workbench').update('colorTheme', name, target);
  }, theme);
  await findWebview(page, `body[data-vscode-theme-id="${theme}"]`);
}
