import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { parseJson, type Parsed, sameJson } from '../../../src/base/json.ts';
import type { Cut } from '../../../src/contract/calls.ts';
import { formatCount, t } from '../../platform/l10n.ts';
import { useActions } from '../components/textActions.ts';
import { isText } from '../../platform/pageState.ts';
import { useRemembered } from '../components/remembered.ts';
import { Section } from '../components/layout/section.tsx';
import { Segmented } from '../components/segmented.tsx';
import { ValueView } from './valueView.tsx';
import { Button } from '../components/kit.ts';
import { lazy } from '../components/lazy.tsx';
import type { ContentSource } from './contentSource.ts';
import { maxShownLength, PlainText } from './plainText.tsx';
import { looksLikeMarkdown } from '../../model/content/markdown.ts';

const Markdown = lazy(() => import('./markdown.tsx').then((module) => module.Markdown));

interface TextBlockProps {
  readonly text: string;
  readonly at?: string;
  readonly source?: ContentSource | undefined;
  readonly isMarkdown?: boolean;
}

/** JSON is shown as a table or a tree, Markdown rendered, and the text as it was sent a click away. */
export function TextBlock({ text, at = '', source, isMarkdown = false }: TextBlockProps): JSX.Element {
  const cut = source?.cuts.find((one) => one.at === `${at}/text`);
  const json = useMemo(() => (cut ? undefined : jsonIn(text)), [text, cut]);
  const isSame = json?.ok === true && source?.structured !== undefined && sameJson(json.value, source.structured);
  if (isSame) return <SameText text={text} />;
  return (
    <div class="block" data-testid="content-text">
      {json?.ok ? (
        <ValueView
          title={t('Text')}
          value={json.value}
          formatKey={source?.formatKey}
          text={<PlainText text={text} />}
        />
      ) : (
        <ProseView text={text} isMarkdown={isMarkdown || looksLikeMarkdown(text)} formatKey={source?.formatKey} />
      )}
      <TruncatedNote text={text} at={at} cut={cut} source={source} />
    </div>
  );
}

/** Servers send structured content as text too, for older clients: shown once. */
function SameText({ text }: { text: string }): JSX.Element {
  return (
    <Section level={3} title={t('Text: same as the structured content')} testId="content-text">
      <PlainText text={text} />
    </Section>
  );
}

interface ProseViewProps {
  readonly text: string;
  readonly isMarkdown: boolean;
  readonly formatKey: string | undefined;
}

function ProseView({ text, isMarkdown, formatKey = '' }: ProseViewProps): JSX.Element {
  const [chosen, choose] = useRemembered('formats', `prose:${formatKey}`, isText);
  const isRendered = isMarkdown && chosen.value !== 'text';
  return (
    <>
      {isMarkdown && (
        <div class="head">
          <h3 class="block-title">{t('Text')}</h3>
          <div class="actions">
            <Segmented
              label={t('Show as')}
              current={isRendered ? 'markdown' : 'text'}
              segments={[
                { id: 'markdown', label: t('Markdown'), testId: 'as-markdown' },
                { id: 'text', label: t('Text'), testId: 'as-text' },
              ]}
              onChange={choose}
            />
          </div>
        </div>
      )}
      {isRendered ? <Markdown text={text.slice(0, maxShownLength)} /> : <PlainText text={text} />}
    </>
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
