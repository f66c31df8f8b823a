import type { CodeLens } from 'vscode-languageserver-protocol';
import { isWrapped } from '../../core/proxy/wrapEntry.ts';
import type { LiveServer } from '../../contract/language.ts';
import type { ConfigText } from '../document/configText.ts';
import { l10n } from '../../base/l10n.ts';
import type { Environment } from '../environment/environment.ts';
import { rangeOf } from '../document/toLsp.ts';

/** For each server that Switchboard manages here, told from VS Code's own by its first word: the next step; and its debugger. */
export function codeLenses(document: ConfigText, around: Environment): CodeLens[] {
  return document.servers.flatMap(({ entry }) => {
    const live = around.live(entry.source.file, entry.name);
    if (!live) return [];
    const debug = { title: l10n.t('Switchboard: Debug'), command: 'mcpSwitchboard.debugServer' };
    const steps = [nextStep(live, isWrapped(entry.raw)), ...(entry.options.dev?.debug ? [debug] : [])];
    const range = rangeOf(document, entry.spans.name);
    return steps
      .filter(({ command }) => around.commands.has(command))
      .map((step) => ({ range, command: { ...step, arguments: [live.id] } }));
  });
}

function nextStep(live: LiveServer, isRecorded: boolean): { readonly title: string; readonly command: string } {
  if (isRecorded)
    return { title: l10n.t('Switchboard: Stop Recording'), command: 'mcpSwitchboard.stopRecordingServer' };
  if (live.state === 'pending')
    return { title: l10n.t('Switchboard: Approve and Start'), command: 'mcpSwitchboard.approveServer' };
  const title = [l10n.t('Switchboard: Inspect'), ...costOf(live)].join(' · ');
  return { title, command: 'mcpSwitchboard.inspectServer' };
}

function costOf({ tools }: LiveServer): readonly string[] {
  if (tools.length === 0) return [];
  const tokens = tools.reduce((sum, tool) => sum + tool.tokens, 0);
  return [l10n.t('{0} tools', tools.length), l10n.t('≈ {0} tokens', shortNumber(tokens))];
}

function shortNumber(value: number): string {
  return value < 1000 ? String(value) : `${(value / 1000).toFixed(value < 10_000 ? 1 : 0)}k`;
}
