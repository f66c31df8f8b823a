import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { parseJson, type Parsed } from '../../../src/base/json.ts';
import type { Cut } from '../../../src/protocol/calls.ts';
import { formatCount, t } from '../../text.ts';
import { useActions } from '../actions.ts';
import { Icon } from '../icon.tsx';
import type { IconName } from '../icons.ts';
import { JsonTree } from '../jsonTree.tsx';
import { Button } from '../kit.ts';
import { lazy } from '../lazy.tsx';
import type { ContentSource } from './contentSource.ts';

const Markdown = lazy(() => import('../markdown.tsx').then((module) => module.Markdown));

interface TextBlockProps {
  readonly text: string;
  readonly at?: string;
  readonly source?: ContentSource | undefined;
  readonly isMarkdown?: boolean;
}

type Look = 'plain' | 'tree' | 'markdown';

/** Beyond this an element of the page gets slow; what follows is brought on demand. */
const longest = 400_000;

export function TextBlock({ text, at = '', source, isMarkdown = false }: TextBlockProps): JSX.Element {
  const look = useSignal<Look>('plain');
  const cut = source?.cuts.find((one) => one.at === `${at}/text`);
  const json = useMemo(() => (cut ? undefined : jsonIn(text)), [text, cut]);
  const toggle = (to: Look) => (): void => void (look.value = look.value === to ? 'plain' : to);
  const mayBeMarkdown = isMarkdown || looksLikeMarkdown(text);
  return (
    <div class="block" data-testid="content-text">
      <div class="block-head">
        <h3 class="block-title grow">{t('Text')}</h3>
        {json?.ok && (
          <LookButton icon="json" label={t('Show as Tree')} on={look.value === 'tree'} onClick={toggle('tree')} />
        )}
        {mayBeMarkdown && (
          <LookButton
            icon="markdown"
            label={t('Show as Markdown')}
            on={look.value === 'markdown'}
            onClick={toggle('markdown')}
          />
        )}
      </div>
      {look.value === 'tree' && json?.ok && <JsonTree value={json.value} label={t('Text as JSON')} searchable />}
      {look.value === 'markdown' && <Markdown text={text.slice(0, longest)} />}
      {look.value === 'plain' && (
        <pre class="block-text" tabIndex={0} aria-label={t('Text')}>
          {text.length > longest ? text.slice(0, longest) : text}
        </pre>
      )}
      <Rest text={text} at={at} cut={cut} source={source} />
    </div>
  );
}

interface LookButtonProps {
  readonly icon: IconName;
  readonly label: string;
  readonly on: boolean;
  readonly onClick: () => void;
}

function LookButton({ icon, label, on, onClick }: LookButtonProps): JSX.Element {
  return (
    <Button look="icon" aria-pressed={on} title={label} aria-label={label} data-testid={`as-${icon}`} onClick={onClick}>
      <Icon name={icon} />
    </Button>
  );
}

interface RestProps {
  readonly text: string;
  readonly at: string;
  readonly cut: Cut | undefined;
  readonly source: ContentSource | undefined;
}

/** Says how much is not shown, and how to see it. */
function Rest({ text, at, cut, source }: RestProps): JSX.Element | null {
  const actions = useActions();
  const size = cut?.size ?? text.length;
  const shown = Math.min(text.length, longest);
  if (shown >= size) return null;
  const open = (): void => (source ? source.open(`${at}/text`) : actions.open(text, 'plaintext'));
  return (
    <p class="muted block-head" data-testid="text-rest">
      <span>{t('Showing the first {0} of {1} characters.', formatCount(shown), formatCount(size))}</span>
      {cut && source && text.length < longest && (
        <Button data-testid="show-more" onClick={() => source.pull(cut)}>
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
