import * as vscode from 'vscode';
import { inertText } from '../../base/text/inertText.ts';
import type { ManagedServer } from '../../core/servers/model/server.ts';
import type { ToolDefinition } from '../../core/wire/definitions.ts';
import type { App } from '../shell/app.ts';

interface ToolItem extends vscode.QuickPickItem {
  readonly server: string;
  readonly tool: string;
}

/** Finds a tool among those of all servers, also of those that do not run. False when closed without a choice. */
export async function goToTool({ core, select }: Pick<App, 'core' | 'select'>): Promise<boolean> {
  const items = core.servers.value.flatMap((server) => server.tools.value.map((tool) => itemOf(server, tool)));
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Go to Tool'),
    placeHolder: items.length === 0 ? vscode.l10n.t('No tools are known yet. Start a server to list its tools.') : '',
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (picked) select({ server: picked.server, tool: picked.tool });
  return picked !== undefined;
}

function itemOf({ id, label }: ManagedServer, { name, title, description }: ToolDefinition): ToolItem {
  const about = [title, description?.split('\n', 1)[0]].filter((text) => text !== undefined && text !== '');
  return {
    label: shown(name),
    description: shown(label),
    ...(about.length > 0 && { detail: shown(about.join(' – ')) }),
    server: id,
    tool: name,
  };
}

/** A list shows `$(name)` as an icon, and the texts are a server's. */
function shown(text: string): string {
  return inertText(text).replaceAll('$(', '$ (');
}
