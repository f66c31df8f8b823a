import { vscode } from '../shell/vscode.ts';
import type { CommandLineApp } from '../shell/commandLine.ts';
import type { CheckExplorer } from './checkExplorer.ts';

/** Checks in the Test Explorer, for the commands. */
export interface Checks extends vscode.Disposable {
  explorer(): Promise<CheckExplorer>;
}

/** The controller alone; files are looked for when the Testing view or a check file is opened. */
export function registerChecks(load: () => Promise<CommandLineApp>): Checks {
  const controller = vscode.tests.createTestController('mcpSwitchboard.checks', vscode.l10n.t('MCP Checks'));
  let loading: Promise<CheckExplorer> | undefined;
  const explorer = (): Promise<CheckExplorer> =>
    (loading ??= import('./checkExplorer.ts').then((module) => new module.CheckExplorer(controller, load)));
  controller.resolveHandler = async () => (await explorer()).findAll();
  const look = (editors: readonly vscode.TextEditor[]): void => {
    if (!loading && editors.some(({ document: { uri } }) => /\.mcptest\.jsonc?$/i.test(uri.path))) void explorer();
  };
  const listening = vscode.window.onDidChangeVisibleTextEditors(look);
  look(vscode.window.visibleTextEditors);
  return {
    explorer,
    dispose: () => {
      listening.dispose();
      controller.dispose();
      void loading?.then((loaded) => loaded.dispose());
    },
  };
}
