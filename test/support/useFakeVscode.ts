import { registerHooks } from 'node:module';
import { beforeEach } from 'node:test';
import * as vscode from './fakeVscode.ts';

/** What a test imports of the extension after this gets the fake, which is empty at the start of each test. */
export function useFakeVscode(): void {
  const url = new URL('fakeVscode.ts', import.meta.url).href;
  registerHooks({
    resolve: (name, context, next) => (name === 'vscode' ? { url, shortCircuit: true } : next(name, context)),
  });
  beforeEach(() => {
    vscode.shown.length = 0;
    vscode.offered.length = 0;
    vscode.typed.length = 0;
    vscode.user.choose = () => undefined;
    vscode.user.save = () => undefined;
    vscode.settings.clear();
  });
}
