import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { Knowledge } from '../../model/knowledge/knowledge.ts';
import { t } from '../../platform/l10n.ts';
import { PatternDetail } from './patternDetail.tsx';
import { PatternList } from './patternList.tsx';
import { usePageFocus } from '../components/pageFocus.ts';
import { Head } from '../components/layout/head.tsx';
import { Split } from '../components/layout/split.tsx';

/** Search, read and copy patterns. A narrow view shows the list or one pattern, a wide one both. */
export function KnowledgeApp({ knowledge }: { knowledge: Knowledge }): JSX.Element {
  const root = useRef<HTMLElement>(null);
  usePageFocus(() => root.current?.querySelector<HTMLElement>('[data-testid=knowledge-search]')?.focus());
  return (
    <main ref={root} class="knowledge" aria-label={t('Threat knowledge base')} data-testid="knowledge">
      <div class="knowledge-bar">
        <Head level={1} title={t('Threat knowledge base')} />
      </div>
      <Split
        name="patterns"
        initial="340px"
        first={<PatternList knowledge={knowledge} />}
        second={<PatternDetail knowledge={knowledge} />}
        pane={knowledge.chosen.value === undefined ? 'list' : 'detail'}
      />
    </main>
  );
}
