import * as vscode from 'vscode';

export function activate(context) {
  context.subscriptions.push(vscode.commands.registerCommand('helloBench.hello', () => {}));
}
