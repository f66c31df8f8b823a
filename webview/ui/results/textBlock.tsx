import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { parseJson, type Parsed } from '../../../src/base/json.ts';
import type { Cut } from '../../../src/contract/calls.ts';
import { formatCount, t } from '../../platform/l10n.ts';
import { ActionButton } from '../components/actionButton.tsx';
import { useActions } from '../components/textActions.ts';
import { JsonTree } from '../json/jsonTree.tsx';
import { Button } from '../components/kit.ts';
import { lazy } from '../components/lazy.tsx';
import type { ContentSource } from './contentSource.ts';

const Markdown = lazy(() => import('./markdown.tsx').then((module) => module.Markdown));

interface TextBlockProps {
  readonly text: string;
  readonly at?: string;
  readonly source?: ContentSource | undefined;
  readonly isMarkdown?: boolean;
}

type TextFormat = 'plain' | 'tree' | 'markdown';

/** A longer element would slow the page down; the rest is loaded on demand. */
const maxShownLength = 400_000;

export function TextBlock({ text, at = '', source, isMarkdown = false }: TextBlockProps): JSX.Element {
  const format = useSignal<TextFormat>('plain');
  const cut = source?.cuts.find((one) => one.at === `${at}/text`);
  const json = useMemo(() => (cut ? undefined : jsonIn(text)), [text, cut]);
  const toggle = (to: TextFormat) => (): void => void (format.value = format.value === to ? 'plain' : to);
  const mayBeMarkdown = isMarkdown || looksLikeMarkdown(text);
  return (
    <div class="block" data-testid="content-text">
      <div class="block-head">
        <h3 class="block-title grow">{t('Text')}</h3>
        {json?.ok && (
          <ActionButton
            icon="json"
            testId="as-json"
            label={t('Show as Tree')}
            pressed={format.value === 'tree'}
            onClick={toggle('tree')}
          />
        )}
        {mayBeMarkdown && (
          <ActionButton
            icon="markdown"
            testId="as-markdown"
            label={t('Show as Markdown')}
            pressed={format.value === 'markdown'}
            onClick={toggle('markdown')}
          />
        )}
      </div>
      {format.value === 'tree' && json?.ok && <JsonTree value={json.value} label={t('Text as JSON')} searchable />}
      {format.value === 'markdown' && <Markdown text={text.slice(0, maxShownLength)} />}
      {format.value === 'plain' && (
        <pre class="block-text" tabIndex={0} aria-label={t('Text')}>
          {text.length > maxShownLength ? text.slice(0, maxShownLength) : text}
        </pre>
      )}
      <TruncatedNote text={text} at={at} cut={cut} source={source} />
    </div>
  );
}

interface TruncatedNoteProps {
  readonly text: string;
  readonly at: string;
  readonly cut: Cut | undefined;
  readonly source: ContentSource | undefined;
}

/** Says how much is not shown, and how to see it. */
function TruncatedNote({ text, at, cut, source }: TruncatedNoteProps): JSX.Element | null {
  const actions = useActions();
  const size = cut?.size ?? text.length;
  const shown = Math.min(text.length, maxShownLength);
  if (shown >= size) return null;
  const open = (): void => (source ? source.open(`${at}/text`) : actions.open(text, 'plaintext'));
  return (
    <p class="muted block-head" data-testid="text-rest">
      <span>{t('Showing the first {0} of {1} characters.', formatCount(shown), formatCount(size))}</span>
      {cut && source && text.length < maxShownLength && (
        <Button data-testid="show-more" onClick={() => source.loadMore(cut)}>
          {t('Show More')}
        </Button>
      )}
      <Button data-testid="open-all" onClick={open}>
        {t('Open All in Editor')}
      </Button>
    </p>
  );
}

function jsonIn(text: string): Parsed | undefined {
  return /^\s*[[{]/.test(text) && text.length < 2_000_000 ? parseJson(text) : undefined;
}

function looksLikeMarkdown(text: string): boolean {
  return /^(#{1,6} |```|[-*] |\d+\. |> |\|.*\|)|\*\*[^*\n]+\*\*|\[[^\]\n]+\]\([^)\n]+\)/m.test(text.slice(0, 20_000));
}
