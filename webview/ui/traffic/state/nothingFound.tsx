import type { JSX } from 'preact';
import { t } from '../../../platform/l10n.ts';
import { Button } from '../../components/kit.ts';
import { Empty } from '../../components/layout/empty.tsx';

/** The filter leaves nothing, and the way out. */
export function NothingFound({ onClear }: { onClear: () => void }): JSX.Element {
  return (
    <Empty icon="filter" text={t('No matching frames.')}>
      <Button data-testid="clear-filter" onClick={onClear}>
        {t('Clear Filter')}
      </Button>
    </Empty>
  );
}
