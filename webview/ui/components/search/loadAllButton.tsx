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
