import { effect } from '@preact/signals-core';
import * as vscode from 'vscode';
import type { Disposable } from '../../base/lifetime.ts';
import type { Core } from '../../core/app/core.ts';

/** One short item: how many run, how many fail. Hidden while there are none. */
export function showStatus(core: Core): Disposable {
  const item = vscode.window.createStatusBarItem('mcpSwitchboard.status', vscode.StatusBarAlignment.Left, 10);
  item.name = 'MCP Switchboard';
  item.command = 'mcpSwitchboard.servers.focus';
  const stop = effect(() => {
    const { servers } = core.snapshot.value;
    const running = servers.filter(({ state }) => state === 'connected').length;
    const failing = servers.filter(({ state }) => state === 'error' || state === 'waiting').length;
    item.text = failing > 0 ? `$(mcp) ${running} $(error) ${failing}` : `$(mcp) ${running}`;
    item.tooltip = vscode.l10n.t('MCP Switchboard: {0} running, {1} failed', running, failing);
    item.accessibilityInformation = { label: item.tooltip };
    if (running + failing > 0) item.show();
    else item.hide();
  });
  return vscode.Disposable.from(item, { dispose: stop });
}
