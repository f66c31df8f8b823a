import type { JSX } from 'preact';
import { type JsonRow, initiallyOpen } from '../../model/json/jsonTree.ts';
import { t } from '../../platform/l10n.ts';
import { IconButton } from '../components/iconButton.tsx';
import { type TextActions, useActions } from '../components/textActions.ts';

interface TreeToolsProps {
  readonly value: unknown;
  /** The row with the keyboard focus. */
  readonly row: JsonRow | undefined;
  readonly onOpen: (open: ReadonlySet<string>) => void;
}

const maxOpened = 5_000;

/** Collapse, expand, and copy the focused row: its value or its pointer. */
export function TreeTools({ value, row, onOpen }: TreeToolsProps): JSX.Element {
  const actions = useActions();
  return (
    <div class="actions">
      <IconButton icon="collapse-all" label={t('Collapse All')} onClick={() => onOpen(new Set(['']))} />
      <IconButton icon="expand-all" label={t('Expand All')} onClick={() => onOpen(initiallyOpen(value, maxOpened))} />
      <IconButton icon="copy" label={t('Copy Selected Value (Ctrl+C)')} onClick={() => copyValue(actions, row)} />
      <IconButton icon="json" label={t('Copy JSON Pointer')} onClick={() => actions.copy(row?.id || '/')} />
    </div>
  );
}

export function copyValue(actions: TextActions, row: JsonRow | undefined): void {
  if (!row || row.type === 'range') return;
  actions.copy(typeof row.value === 'string' ? row.value : (JSON.stringify(row.value, undefined, 2) ?? ''));
}
