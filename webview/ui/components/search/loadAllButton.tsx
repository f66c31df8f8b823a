import type { JSX } from 'preact';
import { t } from '../../../platform/l10n.ts';
import { Button } from '../kit.ts';

/** What is large comes in parts, so that it takes a moment: the button says so. */
export function LoadAllButton({ onClick, isLoading }: { onClick: () => void; isLoading: boolean }): JSX.Element {
  return (
    <Button data-testid="load-all" disabled={isLoading} onClick={onClick}>
      {isLoading ? t('Loading…') : t('Load All')}
    </Button>
  );
}

interface PartialNoteProps {
  readonly onLoadAll: () => void;
  readonly isLoadingAll: boolean;
}

/** Above a value of which a part was sent. */
export function PartialNote({ onLoadAll, isLoadingAll }: PartialNoteProps): JSX.Element {
  return (
    <p class="muted block-head" data-testid="tree-partial">
      <span>{t('Only the loaded part is searched.')}</span>
      <LoadAllButton onClick={onLoadAll} isLoading={isLoadingAll} />
    </p>
  );
}
