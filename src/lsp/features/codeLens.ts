import type { CodeLens } from 'vscode-languageserver';
import { isWrapped } from '../../core/proxy/wrapEntry.ts';
import type { LiveServer } from '../../contract/language.ts';
import type { ConfigText } from '../document/configText.ts';
import { l10n } from '../../base/l10n.ts';
import type { Environment } from '../environment/environment.ts';
import { rangeOf } from '../document/toLsp.ts';

/** Only what VS Code's own lenses do not offer, and only for servers that Switchboard manages here. */
export function codeLenses(document: ConfigText, around: Environment): CodeLens[] {
  return document.servers.flatMap(({ entry }) => {
    const live = around.live(entry.source.file, entry.name);
    if (!live) return [];
    const range = rangeOf(document, entry.spans.name);
    return lensesOf(live, isWrapped(entry.raw))
      .filter(({ command }) => around.commands.has(command))
      .map((command) => ({ range, command: { ...command, arguments: [live.id] } }));
  });
}

function lensesOf(
  live: LiveServer,
  isRecorded: boolean,
): readonly { readonly title: string; readonly command: string }[] {
  return [
    { title: ['$(search) ' + l10n.t('Inspect'), ...costOf(live)].join(' · '), command: 'mcpSwitchboard.inspectServer' },
    isRecorded
      ? { title: '$(debug-stop) ' + l10n.t('Stop Recording'), command: 'mcpSwitchboard.stopRecordingServer' }
      : { title: '$(record) ' + l10n.t('Record'), command: 'mcpSwitchboard.recordServer' },
    ...(live.state === 'connected' || live.state === 'connecting'
      ? []
      : [{ title: '$(plug) ' + l10n.t('Test Connection'), command: 'mcpSwitchboard.testConnection' }]),
  ];
}

function costOf({ tools }: LiveServer): readonly string[] {
  if (tools.length === 0) return [];
  const tokens = tools.reduce((sum, tool) => sum + tool.tokens, 0);
  return [l10n.t('{0} tools', tools.length), l10n.t('~{0} tokens', shortNumber(tokens))];
}

function shortNumber(value: number): string {
  return value < 1000 ? String(value) : `${(value / 1000).toFixed(value < 10_000 ? 1 : 0)}k`;
}
