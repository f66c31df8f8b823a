import type { ComponentChildren, JSX, Ref } from 'preact';
import { useMemo } from 'preact/hooks';
import { type JsonToken, scanJson } from '../../model/json/scanJson.ts';
import { t } from '../../platform/l10n.ts';

export interface PlacedProblem {
  readonly from: number;
  readonly to: number;
  readonly message: string;
  /** Of a value that the schema does not allow. */
  readonly pointer?: string;
}

interface HighlightedTextProps {
  readonly area: Ref<HTMLTextAreaElement>;
  readonly text: string;
  readonly problems: readonly PlacedProblem[];
  readonly onInput: (text: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** A longer text stays plain: every keystroke colours all of it. */
const maxColoured = 20_000;

/** A text field whose letters are drawn in colour behind it: native, so that the caret, selection and undo are. */
export function HighlightedText({ area, text, problems, onInput, onKeyDown }: HighlightedTextProps): JSX.Element {
  const isColoured = text.length <= maxColoured;
  return (
    <div class="json-edit" data-coloured={isColoured}>
      <pre class="json-colours" aria-hidden="true">
        {isColoured ? <Coloured text={text} problems={problems} /> : text}
        {'\n'}
      </pre>
      <textarea
        ref={area}
        value={text}
        spellcheck={false}
        autocomplete="off"
        aria-label={t('Arguments as JSON')}
        aria-invalid={problems.length > 0}
        aria-description={problems[0]?.message}
        title={t('Press Ctrl+Space for suggestions from the schema')}
        onKeyDown={onKeyDown}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </div>
  );
}

function Coloured({ text, problems }: Pick<HighlightedTextProps, 'text' | 'problems'>): JSX.Element {
  const { tokens } = useMemo(() => scanJson(text), [text]);
  const parts: ComponentChildren[] = [];
  let at = 0;
  for (const token of tokens) {
    parts.push(text.slice(at, token.from), toPart(text, token, problems));
    at = token.to;
  }
  const isWrongAtEnd = problems.some(({ from }) => from >= text.length);
  return (
    <>
      {parts}
      {text.slice(at)}
      {isWrongAtEnd && <span class="is-wrong"> </span>}
    </>
  );
}

function toPart(text: string, { kind, from, to }: JsonToken, problems: readonly PlacedProblem[]): JSX.Element {
  const isWrong = problems.some((problem) => problem.from < to && problem.to > from);
  return (
    <span key={from} class={`json-${kind}${isWrong ? ' is-wrong' : ''}`}>
      {text.slice(from, to)}
    </span>
  );
}
