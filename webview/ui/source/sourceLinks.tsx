import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { CallOutcome } from '../../../src/contract/calls.ts';
import type { SourceLink } from '../../../src/contract/source.ts';
import { t } from '../../platform/l10n.ts';
import { useActions } from '../components/textActions.ts';

const most = 8;
const longestText = 64 * 1024;

interface SourceLinksProps {
  readonly server: string;
  readonly outcome: CallOutcome;
}

/** The lines of the server's sources that an error names. */
export function SourceLinks({ server, outcome }: SourceLinksProps): JSX.Element | null {
  const actions = useActions();
  const links = useSignal<readonly SourceLink[]>([]);
  const text = outcome.status === 'ok' ? '' : textOf(outcome);
  useEffect(() => {
    links.value = [];
    if (text === '') return;
    void actions.sourceLinks(server, text).then((found) => (links.value = found));
  }, [server, text]);
  if (links.value.length === 0) return null;
  return (
    <div class="facts" data-testid="source-links">
      <span class="muted">{t('In the source:')}</span>
      {links.value.slice(0, most).map(({ label, offset, length }) => (
        <button
          key={offset}
          type="button"
          class="link"
          onClick={() => actions.openSource(server, lineAt(text, offset, length))}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

function textOf({ content, fault }: CallOutcome): string {
  const texts = content.flatMap((block) => {
    const { text } = (block ?? {}) as { readonly text?: unknown };
    return typeof text === 'string' ? [text] : [];
  });
  return [...texts, fault?.message ?? '', fault?.hint ?? ''].join('\n').slice(0, longestText).trim();
}

/** The whole line, because a position is known by what stands around it. */
function lineAt(text: string, offset: number, length: number): string {
  const end = text.indexOf('\n', offset + length);
  return text.slice(text.lastIndexOf('\n', offset) + 1, end < 0 ? text.length : end);
}
