import * as vscode from 'vscode';
import type { Disposable } from '../../base/lifetime.ts';
import type { Core } from '../../core/app/core.ts';
import { readWindowSettings } from '../shell/windowSettings.ts';

/** Only those that apply to running servers: others are read when needed, or require a reload. */
export function followSettings(core: Core): Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    const sections = ['mcpSwitchboard.servers', 'mcpSwitchboard.agents.newTools'];
    if (sections.some((section) => event.affectsConfiguration(section))) void core.adjust(readWindowSettings());
  });
}
