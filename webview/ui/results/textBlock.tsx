import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { parseJson, type Parsed, sameJson } from '../../../src/base/json.ts';
import type { Cut } from '../../../src/contract/rpc/trimmed.ts';
import { formatCount, t } from '../../platform/l10n.ts';
import { LoadAllButton } from '../components/search/loadAllButton.tsx';
import { isText } from '../../platform/pageState.ts';
import { useRemembered } from '../components/remembered.ts';
import { Section } from '../components/layout/section.tsx';
import { Segmented } from '../components/segmented.tsx';
import { ValueView } from './valueView.tsx';
import { Button, ProgressRing } from '../components/kit.ts';
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
  const isComing = useWholeJson(text, cut, source);
  const note = cut && source && <TruncatedNote text={text} cut={cut} source={source} />;
  if (source?.structured !== undefined) {
    if (json?.ok && sameJson(json.value, source.structured))
      return <Folded title={t('Text: same content')} text={text} />;
    if (note && looksLikeJson(text)) return <Folded title={t('Text')} text={text} note={note} />;
  }
  if (isComing) return <ProgressRing class="centre" aria-label={t('Loading')} />;
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
      {note}
    </div>
  );
}

/** More than this would take the page longer than a frame to parse. */
const mostLoadedJson = 200_000;

/** JSON of which only a part was sent would be a wall of text: what can be a table or a tree is loaded at once. */
function useWholeJson(text: string, cut: Cut | undefined, source: ContentSource | undefined): boolean {
  const isTried = useRef(false);
  const isLoading = source?.isLoadingAll ?? false;
  const isJson = looksLikeJson(text) && source?.structured === undefined;
  const isWanted = isJson && cut !== undefined && cut.size <= mostLoadedJson;
  useEffect(() => {
    if (!isWanted || isLoading || isTried.current) return;
    isTried.current = true;
    source?.loadAll(cut.at);
  }, [isWanted, isLoading]);
  return isWanted && (isLoading || !isTried.current);
}

interface FoldedProps {
  readonly title: string;
  readonly text: string;
  readonly note?: ComponentChildren;
}

/** Servers send structured content as text too, for older clients: shown once. */
function Folded({ title, text, note }: FoldedProps): JSX.Element {
  return (
    <Section level={3} title={title} testId="content-text">
      <PlainText text={text} />
      {note}
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
  const canRender = isMarkdown && text.length <= maxShownLength;
  const isRendered = canRender && chosen.value !== 'text';
  return (
    <>
      {canRender && (
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
      {isRendered ? <Markdown text={text} /> : <PlainText text={text} />}
    </>
  );
}

interface TruncatedNoteProps {
  readonly text: string;
  readonly cut: Cut;
  readonly source: ContentSource;
}

/** Says how much is not shown, and how to see it. */
function TruncatedNote({ text, cut, source }: TruncatedNoteProps): JSX.Element {
  const [shown, size] = [formatCount(text.length), formatCount(cut.size)];
  return (
    <p class="muted run-line" data-testid="text-rest">
      <span>{t('Showing the first {0} of {1} characters.', shown, size)}</span>
      <Button data-testid="show-more" onClick={() => source.loadMore(cut)}>
        {t('Show More')}
      </Button>
      <LoadAllButton onClick={() => source.loadAll(cut.at)} isLoading={source.isLoadingAll} />
      <Button data-testid="open-all" onClick={() => source.open(cut.at)}>
        {t('Open All in Editor')}
      </Button>
    </p>
  );
}

function jsonIn(text: string): Parsed | undefined {
  return looksLikeJson(text) && text.length < 2_000_000 ? parseJson(text) : undefined;
}

function looksLikeJson(text: string): boolean {
  return /^\s*[[{]/.test(text);
}
