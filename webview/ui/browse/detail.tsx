import type { ComponentChildren, JSX } from 'preact';
import type { Inspector } from '../../model/inspector/inspector.ts';
import { t } from '../../platform/l10n.ts';
import { IconButton } from '../components/iconButton.tsx';
import { useSavedScroll } from './savedScroll.ts';

interface DetailProps {
  readonly inspector: Inspector;
  readonly label: string;
  /** The name of the list, for the back button. */
  readonly listName: string;
  /** The key of its saved scroll position. */
  readonly scrollKey: string;
  readonly onBack: () => void;
  readonly children: ComponentChildren;
}

/** The chosen item, told from its list also where a language has no plural. In a narrow view it replaces the list and has a back button. */
export function Detail({ inspector, label, listName, scrollKey, onBack, children }: DetailProps): JSX.Element {
  const { ref, onScroll } = useSavedScroll<HTMLElement>(inspector.navigation, scrollKey);
  return (
    <section
      class="detail"
      aria-label={t('{0} details', label)}
      data-region="detail"
      tabIndex={-1}
      ref={ref}
      onScroll={onScroll}
    >
      <IconButton class="back" icon="arrow-left" label={t('Back to {0} (Alt+Left)', listName)} onClick={onBack}>
        {listName}
      </IconButton>
      {children}
    </section>
  );
}
