import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { looksLikeMarkdown } from '../../model/content/markdown.ts';
import { t } from '../../platform/l10n.ts';
import { Clamped } from '../components/layout/clamped.tsx';
import { lazy } from '../components/lazy.tsx';

const Markdown = lazy(() => import('./markdown.tsx').then((module) => module.Markdown));

/** A text of a server about itself: rendered, and as it was sent a click away, because a model reads that one. */
export function Description({ text }: { text: string }): JSX.Element {
  const isRaw = useSignal(false);
  if (!looksLikeMarkdown(text))
    return (
      <Clamped>
        <p class="pre-wrap">{text}</p>
      </Clamped>
    );
  const toggle = (
    <button type="button" class="link" onClick={() => (isRaw.value = !isRaw.value)}>
      {isRaw.value ? t('Show Formatted') : t('Show as Sent')}
    </button>
  );
  return (
    <Clamped foot={toggle}>{isRaw.value ? <p class="pre-wrap">{text}</p> : <Markdown text={text} isAside />}</Clamped>
  );
}
