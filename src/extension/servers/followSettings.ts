import * as vscode from 'vscode';
import type { Disposable } from '../../base/lifetime.ts';
import type { Core } from '../../core/app/core.ts';
import { readSettings } from '../../core/app/settings/settings.ts';

/** Only server settings: others are read when needed, or require a reload. */
export function followSettings(core: Core): Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (!event.affectsConfiguration('mcpSwitchboard.servers')) return;
    const configuration = vscode.workspace.getConfiguration('mcpSwitchboard');
    void core.adjust(readSettings((key) => configuration.get(key)));
  });
}
