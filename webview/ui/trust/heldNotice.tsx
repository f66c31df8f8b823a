import type { JSX } from 'preact';
import type { HeldView } from '../../../src/contract/definitions.ts';
import { t } from '../../platform/l10n.ts';
import { Button } from '../components/kit.ts';
import { Notice } from '../components/layout/notice.tsx';

interface HeldNoticeProps {
  readonly held: HeldView;
  readonly onAccept: (held: HeldView) => void;
}

/** What agents do not get until the user accepts it, with the differences. */
export function HeldNotice({ held, onAccept }: HeldNoticeProps): JSX.Element {
  return (
    <Notice kind="warning" testId={`${held.kind}-${held.reason}`}>
      <strong class="notice-lead">{leadOf(held)}</strong>
      <div class="pre-wrap">{held.diff}</div>
      <Button data-testid={`${held.kind}-accept`} onClick={() => onAccept(held)}>
        {held.reason === 'new' ? t('Accept') : t('Accept Change')}
      </Button>
    </Notice>
  );
}

function leadOf({ kind, key, reason }: HeldView): string {
  if (kind === 'tool')
    return reason === 'new'
      ? t('This tool is new. It is blocked until you accept it.')
      : t('The definition of this tool has changed. The tool is blocked until you accept the change.');
  const name = nameOf(kind, key);
  return reason === 'new'
    ? t('New, and not shown to agents until you accept it: {0}', name)
    : t('Changed, and not shown to agents until you accept the change: {0}', name);
}

function nameOf(kind: Exclude<HeldView['kind'], 'tool'>, key: string): string {
  switch (kind) {
    case 'instructions':
      return t('instructions for the model');
    case 'prompt':
      return t('prompt "{0}"', key);
    case 'resource':
      return t('resource "{0}"', key);
    case 'template':
      return t('resource template "{0}"', key);
    default:
      return kind satisfies never;
  }
}
