import type { ComponentChildren, JSX } from 'preact';
import type { Inspector } from '../../model/inspector/inspector.ts';
import { t } from '../../platform/l10n.ts';
import { Icon } from '../components/icon.tsx';
import { Button } from '../components/kit.ts';
import { useSavedScroll } from './savedScroll.ts';

interface DetailProps {
  readonly inspector: Inspector;
  readonly label: string;
  /** What the way back leads to. */
  readonly listName: string;
  /** Its scrolling is kept under this. */
  readonly scrollKey: string;
  readonly onBack: () => void;
  readonly children: ComponentChildren;
}

/** What is chosen. Where there is no room beside the list it takes its place, with a way back. */
export function Detail({ inspector, label, listName, scrollKey, onBack, children }: DetailProps): JSX.Element {
  const { ref, onScroll } = useSavedScroll<HTMLElement>(inspector.navigation, scrollKey);
  return (
    <section class="detail" aria-label={label} data-region="detail" tabIndex={-1} ref={ref} onScroll={onScroll}>
      <Button
        appearance="icon"
        class="back"
        title={t('Back to the list (Alt+Left)')}
        aria-label={t('Back to {0}', listName)}
        onClick={onBack}
      >
        <Icon name="arrow-left" /> <span>{listName}</span>
      </Button>
      {children}
    </section>
  );
}
