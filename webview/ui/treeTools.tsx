import type { JSX } from 'preact';
import { type JsonRow, openAtFirst } from '../model/jsonTree.ts';
import { t } from '../text.ts';
import { type TextActions, useActions } from './actions.ts';
import { Icon } from './icon.tsx';
import { Button } from './kit.ts';

interface TreeToolsProps {
  readonly value: unknown;
  /** The line that the keyboard is on. */
  readonly row: JsonRow | undefined;
  readonly onOpen: (open: ReadonlySet<string>) => void;
}

const mostOpened = 5_000;

/** Fold, unfold, and copy the line that is chosen: its value, or where it stands. */
export function TreeTools({ value, row, onOpen }: TreeToolsProps): JSX.Element {
  const actions = useActions();
  return (
    <div class="actions">
      <ToolButton icon="collapse-all" words={t('Collapse All')} onClick={() => onOpen(new Set(['']))} />
      <ToolButton icon="expand-all" words={t('Expand All')} onClick={() => onOpen(openAtFirst(value, mostOpened))} />
      <ToolButton icon="copy" words={t('Copy Selected Value (Ctrl+C)')} onClick={() => copyValue(actions, row)} />
      <ToolButton icon="json" words={t('Copy JSON Pointer')} onClick={() => actions.copy(row?.id || '/')} />
    </div>
  );
}

export function copyValue(actions: TextActions, row: JsonRow | undefined): void {
  if (!row || row.type === 'range') return;
  actions.copy(typeof row.value === 'string' ? row.value : (JSON.stringify(row.value, undefined, 2) ?? ''));
}

interface ToolButtonProps {
  readonly icon: Parameters<typeof Icon>[0]['name'];
  readonly words: string;
  readonly onClick: () => void;
}

function ToolButton({ icon, words, onClick }: ToolButtonProps): JSX.Element {
  return (
    <Button look="icon" title={words} aria-label={words} onClick={onClick}>
      <Icon name={icon} />
    </Button>
  );
}
