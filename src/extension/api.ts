import { vscode } from './shell/vscode.ts';
import type { SwitchboardApi } from './apiTypes.ts';
import type { App } from './shell/app.ts';

/** The part of the API that activation creates; the rest is loaded by the first call. */
export function createApi(load: () => Promise<App>): SwitchboardApi & vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  let watching: Promise<vscode.Disposable> | undefined;
  const calls = async () => ({ calls: await import('./apiCalls.ts'), app: await load() });
  const watch = async (): Promise<vscode.Disposable> => {
    const { calls: made, app } = await calls();
    return made.watchChanges(app, () => changed.fire());
  };
  return {
    apiVersion: 1,
    getTools: async () => calls().then(({ calls: made, app }) => made.listTools(app)),
    callTool: async (...args) => calls().then(({ calls: made, app }) => made.callTool(app, ...args)),
    addServer: async (...args) => calls().then(({ calls: made, app }) => made.addServer(app, ...args)),
    removeServer: async (server) => calls().then(({ calls: made, app }) => made.removeServerByApi(app, server)),
    onDidChange: (...listening) => {
      watching ??= watch();
      return changed.event(...listening);
    },
    dispose: () => {
      changed.dispose();
      void watching?.then((one) => one.dispose());
    },
  };
}
