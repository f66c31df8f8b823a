import type { JSX } from 'preact';
import type { Knowledge } from '../../model/knowledge/knowledge.ts';
import { t } from '../../platform/l10n.ts';
import { Icon } from '../components/icon.tsx';
import { Button } from '../components/kit.ts';
import { PatternDetail } from './patternDetail.tsx';
import { PatternList } from './patternList.tsx';

/** Search, read and copy patterns. A narrow view shows the list or one pattern, a wide one both. */
export function KnowledgeApp({ knowledge }: { knowledge: Knowledge }): JSX.Element {
  return (
    <main
      class="knowledge"
      aria-label={t('Threat knowledge base')}
      data-testid="knowledge"
      data-page={knowledge.chosen.value === undefined ? 'list' : 'pattern'}
    >
      <div class="knowledge-bar">
        <Button appearance="icon" aria-label={t('Back to Servers')} onClick={() => knowledge.close()}>
          <Icon name="arrow-left" />
        </Button>
        <h1 class="knowledge-title">{t('Threat knowledge base')}</h1>
      </div>
      <div class="knowledge-panes">
        <PatternList knowledge={knowledge} />
        <PatternDetail knowledge={knowledge} />
      </div>
    </main>
  );
}
