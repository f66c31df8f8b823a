import { faultText } from '../../base/fault.ts';
import type { LiveServer } from '../../contract/language.ts';
import type { Finding, Fix } from '../document/finding.ts';
import { l10n } from '../../base/l10n.ts';
import type { Environment } from '../environment/environment.ts';
import type { ServerRule } from './rule.ts';

const shownLines = 6;

/** Findings from the running server. */
export const liveFindings: ServerRule = ({ entry }, { around }) => {
  const live = around.live(entry.source.file, entry.name);
  if (!live) return [];
  const at = entry.spans.name;
  const about = { at, server: entry.name };
  if (live.state === 'pending')
    return [
      {
        ...about,
        code: 'server-pending',
        severity: 'hint',
        message: live.stateText,
        fixes: () => approve(live, around),
      },
    ];
  if (live.state !== 'error' && live.state !== 'waiting') return [];
  const severity: Finding['severity'] = live.state === 'error' ? 'error' : 'warning';
  return [{ ...about, code: 'server-failed', severity, message: failure(live), fixes: () => retry(live, around) }];
};

function failure({ fault, stateText, stderrTail }: LiveServer): string {
  const tail = (stderrTail ?? '').trim().split('\n').slice(-shownLines).join('\n');
  const reason = fault ? faultText(fault) : stateText;
  return [l10n.t('The server did not start: {0}', reason), ...(tail === '' ? [] : [l10n.t('Last output:'), tail])].join(
    '\n',
  );
}

function approve({ id }: LiveServer, around: Environment): readonly Fix[] {
  return offer('mcpSwitchboard.approveServer', l10n.t('Review and approve…'), id, around);
}

function retry({ id }: LiveServer, around: Environment): readonly Fix[] {
  return [
    ...offer('mcpSwitchboard.testConnection', l10n.t('Test the connection again'), id, around),
    ...offer('mcpSwitchboard.inspectServer', l10n.t('Open it in the inspector'), id, around),
  ];
}

function offer(command: string, title: string, server: string, around: Environment): readonly Fix[] {
  return around.commands.has(command) ? [{ title, changes: [], command: { id: command, args: [server] } }] : [];
}
