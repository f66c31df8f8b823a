import { useSignal } from '@preact/signals';
import { type ComponentChildren, type ComponentType, createContext, type JSX } from 'preact';
import { useContext, useEffect } from 'preact/hooks';
import type { Knowledge } from '../../model/knowledge/knowledge.ts';
import { t } from '../../platform/l10n.ts';
import { ProgressRing } from '../components/kit.ts';
import { IconButton } from '../components/iconButton.tsx';

const KnowledgeContext = createContext<Knowledge | undefined>(undefined);

interface KnowledgeSwitchProps {
  readonly knowledge: Knowledge;
  readonly children: ComponentChildren;
}

/** Shows the knowledge base instead of its children on request; its code is loaded then. */
export function KnowledgeSwitch({ knowledge, children }: KnowledgeSwitchProps): JSX.Element {
  const app = useSignal<ComponentType<{ knowledge: Knowledge }> | undefined>(undefined);
  const { shown } = knowledge;
  useEffect(() => {
    if (shown.value && !app.value)
      void import('./knowledgeApp.tsx').then(({ KnowledgeApp }) => (app.value = KnowledgeApp));
  }, [shown.value]);
  if (!shown.value) return <KnowledgeContext.Provider value={knowledge}>{children}</KnowledgeContext.Provider>;
  const App = app.value;
  return App ? <App knowledge={knowledge} /> : <ProgressRing class="centre" aria-label={t('Loading')} />;
}

/** Opens the knowledge base from the server header. */
export function KnowledgeButton(): JSX.Element | null {
  const knowledge = useContext(KnowledgeContext);
  if (!knowledge) return null;
  const label = t('Threat knowledge base');
  return <IconButton icon="shield" label={label} testId="open-knowledge" onClick={() => knowledge.open()} />;
}
