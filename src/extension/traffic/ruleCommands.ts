import { effect } from '@preact/signals-core';
import * as vscode from 'vscode';
import type { Disposable } from '../../base/lifetime.ts';
import type { Core } from '../../core/app/core.ts';
import type { RuleAction } from '../../contract/traffic/interceptionRules.ts';
import type { App } from '../shell/app.ts';
import { pickRecording } from './pickRecording.ts';

/** The status bar shows that an interception rule is active. */
export function markRules({ interceptionRules: rules }: Core): Disposable {
  const item = vscode.window.createStatusBarItem('mcpSwitchboard.rules', vscode.StatusBarAlignment.Left, 9);
  item.name = vscode.l10n.t('MCP Interception Rules');
  item.command = 'mcpSwitchboard.showTraffic';
  item.backgroundColor = new vscode.ThemeColor('statusBarItem.warningBackground');
  const stop = effect(() => {
    const { rules: all, held } = rules.snapshot.value;
    const active = all.filter(({ enabled }) => enabled).length;
    item.text = held.length > 0 ? `$(debug-pause) ${held.length}` : `$(beaker) ${active}`;
    item.tooltip = vscode.l10n.t('{0} interception rules active, {1} calls paused', active, held.length);
    item.accessibilityInformation = { label: item.tooltip };
    if (active > 0) item.show();
    else item.hide();
  });
  return vscode.Disposable.from(item, { dispose: stop });
}

/** Asks for a rule step by step, for the keyboard; the panel has a form for it. */
export async function addRule(app: App): Promise<void> {
  const { core } = app;
  const any = vscode.l10n.t('All servers');
  const servers = core.servers.value.map(({ id, label, source }) => ({ label, description: source, id }));
  const server = await vscode.window.showQuickPick([{ label: any, description: '', id: undefined }, ...servers], {
    title: vscode.l10n.t('Select the server of the rule'),
  });
  if (!server) return;
  const tool = await pickTool(core, server.id);
  const action = tool && (await pickAction());
  if (tool && action) await core.interceptionRules.add({ server: server.id, tool: tool.name, action });
}

async function pickTool(
  core: Core,
  server: string | undefined,
): Promise<{ readonly name: string | undefined } | undefined> {
  if (server === undefined) return { name: undefined };
  const tools = core.server(server).tools.value.map(({ name }) => ({ label: name, name }));
  const any = { label: vscode.l10n.t('All tools'), name: undefined };
  return vscode.window.showQuickPick([any, ...tools], { title: vscode.l10n.t('Select the tool of the rule') });
}

interface ActionItem extends vscode.QuickPickItem {
  choose(): Promise<RuleAction | undefined>;
}

async function pickAction(): Promise<RuleAction | undefined> {
  const items: readonly ActionItem[] = [
    { label: vscode.l10n.t('Pause Request'), choose: async () => ({ kind: 'pause', on: 'request' }) },
    { label: vscode.l10n.t('Pause Response'), choose: async () => ({ kind: 'pause', on: 'response' }) },
    { label: vscode.l10n.t('Delay'), choose: askDelay },
    { label: vscode.l10n.t('Fail'), choose: askError },
    { label: vscode.l10n.t('Respond from Recording'), choose: askRecording },
  ];
  const item = await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Select an action for the call') });
  return item?.choose();
}

async function askDelay(): Promise<RuleAction | undefined> {
  const text = await vscode.window.showInputBox({
    prompt: vscode.l10n.t('Milliseconds'),
    value: '1000',
    validateInput: (value) => (/^\d{1,6}$/.test(value) ? undefined : vscode.l10n.t('Enter an integer.')),
  });
  return text === undefined ? undefined : { kind: 'delay', ms: Number(text) };
}

async function askError(): Promise<RuleAction | undefined> {
  const text = await vscode.window.showInputBox({
    prompt: vscode.l10n.t('Error code and message'),
    value: '-32603 Internal error',
    validateInput: (value) =>
      /^-?\d{1,9} \S/.test(value) ? undefined : vscode.l10n.t('Enter an error code, a space and a message.'),
  });
  if (text === undefined) return undefined;
  const [, code, message] = /^(-?\d+) (.*)$/.exec(text) ?? [];
  return { kind: 'fail', code: Number(code), message: message ?? '' };
}

async function askRecording(): Promise<RuleAction | undefined> {
  const recording = await pickRecording();
  return recording === undefined ? undefined : { kind: 'answer', recording };
}
