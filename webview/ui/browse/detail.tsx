import type { ComponentChildren, JSX } from 'preact';
import type { Inspector } from '../../model/inspector.ts';
import { t } from '../../text.ts';
import { Icon } from '../icon.tsx';
import { Button } from '../kit.ts';
import { useKeptScroll } from './keptScroll.ts';

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
  const { ref, onScroll } = useKeptScroll<HTMLElement>(inspector.place, scrollKey);
  return (
    <section class="detail" aria-label={label} data-region="detail" tabIndex={-1} ref={ref} onScroll={onScroll}>
      <Button
        look="icon"
        class="back"
        title={t('Back to List (Alt+Left)')}
        aria-label={t('Back to {0}', listName)}
        onClick={onBack}
      >
        <Icon name="arrow-left" /> <span>{listName}</span>
      </Button>
      {children}
    </section>
  );
}
