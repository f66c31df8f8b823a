import * as vscode from 'vscode';
import type { HeldDefinition } from '../../core/servers/watchedDefinitions.ts';
import type { PinComparison } from '../../core/trust/pins/definitionPins.ts';
import { describeDefinition } from '../../core/trust/pins/describeDefinition.ts';
import { showMessage } from '../shell/messages.ts';
import { revealSentence } from '../../base/text/hiddenCharacters.ts';
import type { App } from '../shell/app.ts';
import { definitionNames } from './definitionNames.ts';

const scheme = 'mcp-switchboard-tool';
const texts = new Map<string, string>();
let provider: vscode.Disposable | undefined;

interface Shown {
  readonly held: HeldDefinition;
  readonly comparison: PinComparison;
}

/** Shows what of a server is held back, side by side with what was accepted, and lets the user accept it. */
export async function reviewChanges(app: App, id: string, tool?: string): Promise<void> {
  const { core } = app;
  const held = core.held(id);
  const state = core.server(id).state.peek();
  if (held.length === 0 && state.kind === 'pending') return core.approve(id); // its dialog shows what changed
  if (held.length === 0) return void showMessage('information', vscode.l10n.t('No changes'));
  const chosen =
    tool === undefined ? await pick(held) : held.filter(({ kind, key }) => kind === 'tool' && key === tool);
  const shown = chosen.flatMap((one): readonly Shown[] => {
    const comparison = core.compareDefinition(id, one);
    return comparison ? [{ held: one, comparison }] : [];
  });
  if (shown.length === 0) return;
  await showDiff(id, shown);
  await offer(app, id, shown);
}

interface Row extends vscode.QuickPickItem {
  readonly held: readonly HeldDefinition[];
}

async function pick(held: readonly HeldDefinition[]): Promise<readonly HeldDefinition[]> {
  if (held.length === 1) return held;
  const all: Row = { label: vscode.l10n.t('$(checklist) All {0} changes', held.length), held };
  const rows = held.map((one): Row => ({ label: describeDefinition(one), description: reasonText(one), held: [one] }));
  const title = vscode.l10n.t('Select a change to review');
  return (await vscode.window.showQuickPick([all, ...rows], { title }))?.held ?? [];
}

function reasonText({ reason }: HeldDefinition): string {
  return reason === 'changed' ? vscode.l10n.t('changed') : vscode.l10n.t('new');
}

async function showDiff(id: string, shown: readonly Shown[]): Promise<void> {
  const [first] = shown;
  const subject = shown.length === 1 && first ? describeDefinition(first.held) : String(shown.length);
  const sides = (['before', 'after'] as const).map((side) => place(id, subject, side, textOf(shown, side)));
  const title = vscode.l10n.t('{0}: Accepted ↔ Current', revealSentence(`${id} / ${subject}`));
  await vscode.commands.executeCommand('vscode.diff', ...sides, title, { preview: true });
}

function textOf(shown: readonly Shown[], side: 'before' | 'after'): string {
  if (shown.length === 1) return shown[0]?.comparison[side] ?? '';
  return shown.map(({ held, comparison }) => `# ${describeDefinition(held)}\n\n${comparison[side]}`).join('\n\n');
}

/** Only what is shown, identified by its hash, is accepted. Closing the message accepts nothing. */
async function offer({ core }: App, id: string, shown: readonly Shown[]): Promise<void> {
  const accept = acceptText(shown);
  const names = definitionNames(shown.map(({ held }) => held));
  const question = vscode.l10n.t('Held back from agents: {0}. Accept what the comparison shows?', names);
  if ((await showMessage('warning', question, accept)) !== accept) return;
  for (const { held, comparison } of shown) core.acceptDefinition(id, held, comparison.hash);
}

function acceptText(shown: readonly Shown[]): string {
  if (shown.length > 1) return vscode.l10n.t('Accept All');
  return shown[0]?.held.kind === 'tool' ? vscode.l10n.t('Accept Tool') : vscode.l10n.t('Accept Change');
}

function place(server: string, subject: string, side: string, text: string): vscode.Uri {
  provider ??= vscode.workspace.registerTextDocumentContentProvider(scheme, {
    provideTextDocumentContent: (uri) => texts.get(uri.toString()) ?? '',
  });
  const name = `${server} ${subject}`.replaceAll(/[^\w.-]+/g, '_').slice(0, 100); // texts of a server
  const uri = vscode.Uri.from({ scheme, path: `/${name}.${side}.txt`, query: String(Date.now()) });
  texts.set(uri.toString(), text);
  return uri;
}
