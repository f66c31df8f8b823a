import { faultText } from '../../base/fault.ts';
import type { LiveServer } from '../../contract/language.ts';
import { addInputs, editServer } from '../../core/config/edit/edit.ts';
import type { TextRange } from '../../core/config/model/problems.ts';
import { entryHash, withValue } from '../../core/diagnosis/entryChanges.ts';
import { nodeAt } from '../../core/config/text/jsonTree.ts';
import type { ConfigText, PlacedServer } from '../document/configText.ts';
import { type Finding, type Fix, differenceOf } from '../document/finding.ts';
import { l10n } from '../../base/l10n.ts';
import type { Environment } from '../environment/environment.ts';
import type { ServerRule } from './rule.ts';

const shownLines = 6;

/** Findings from the running server. */
export const liveFindings: ServerRule = (server, { around, document }) => {
  const { entry } = server;
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
  if (live.pastEntry !== undefined && live.pastEntry !== entryHash(entry.raw)) return [];
  const severity: Finding['severity'] = live.state === 'error' ? 'error' : 'warning';
  return [
    {
      ...about,
      at: placeOf(server, live),
      code: 'server-failed',
      severity,
      message: failure(live),
      fixes: () => [...cures(live, server, document), ...retry(live, around)],
    },
  ];
};

/** The value that is wrong, or what of its path is there; else the name. */
function placeOf({ entry, body }: PlacedServer, { diagnosis }: LiveServer): TextRange {
  const path = diagnosis?.path ?? [];
  for (let length = path.length; length > 0; length--) {
    const node = nodeAt(body, path.slice(0, length));
    if (node) return { offset: node.offset, length: node.length };
  }
  return entry.spans.name;
}

/** An entry that is no longer the one that failed gets no cure: the next start tells anew. */
function cures({ diagnosis }: LiveServer, { entry }: PlacedServer, document: ConfigText): readonly Fix[] {
  if (!diagnosis || entryHash(entry.raw) !== diagnosis.entryHash) return [];
  return diagnosis.cures.flatMap(({ title, changes, inputs }, at) => {
    const body = changes.reduce((all, { path, value }) => withValue(all, path, value), entry.raw);
    const edited = editServer(document.text, document.kind, entry.name, body);
    const whole = edited.ok && inputs.length > 0 ? addInputs(edited.text, document.kind, inputs) : edited;
    if (!whole.ok || whole.text === document.text) return [];
    return [{ title, changes: [differenceOf(document.text, whole.text)], preferred: at === 0 }];
  });
}

function failure({ fault, stateText, stderrTail, diagnosis }: LiveServer): string {
  if (diagnosis) {
    const { cause, proof } = diagnosis;
    const end = fault && fault.message !== cause ? [l10n.t('The server did not start: {0}', fault.message)] : [];
    return [cause, ...end, ...(proof === undefined ? [] : [proof])].join('\n');
  }
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
    ...offer('mcpSwitchboard.diagnoseServer', l10n.t('Diagnose…'), id, around),
    ...offer('mcpSwitchboard.testConnection', l10n.t('Test the connection again'), id, around),
    ...offer('mcpSwitchboard.inspectServer', l10n.t('Open it in the inspector'), id, around),
  ];
}

function offer(command: string, title: string, server: string, around: Environment): readonly Fix[] {
  return around.commands.has(command) ? [{ title, changes: [], command: { id: command, args: [server] } }] : [];
}
