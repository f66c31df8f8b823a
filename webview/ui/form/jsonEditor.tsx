import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { Completion, Suggestion } from '../../model/form/completion/completion.ts';
import type { Form } from '../../model/form/form.ts';
import { t } from '../../platform/l10n.ts';
import { placeAt, scanJson } from '../../model/json/scanJson.ts';
import { Button } from '../components/kit.ts';
import { HighlightedText, type PlacedProblem } from './highlightedText.tsx';
import { Suggestions } from '../components/suggestions.tsx';

const none: Completion = { from: 0, to: 0, items: [] };

/** The arguments as text, with suggestions from the schema: Ctrl+Space, arrows, Tab or Enter. */
export function JsonEditor({ form }: { form: Form }): JSX.Element {
  const area = useRef<HTMLTextAreaElement>(null);
  const offer = useSignal<Completion>(none);
  const active = useSignal(0);
  const text = form.json.value;
  const problems = problemsIn(form, text);

  const putCaret = (at: number): void => {
    area.current?.focus();
    area.current?.setSelectionRange(at, at);
  };
  const suggest = (): void => {
    offer.value = form.complete(area.current?.selectionStart ?? 0);
    active.value = 0;
  };
  const accept = ({ insert }: Suggestion): void => {
    const { from, to } = offer.value;
    const next = text.slice(0, from) + insert + text.slice(to);
    offer.value = none;
    // At once, not with the next render: a key that is pressed meanwhile would find the caret elsewhere.
    if (area.current) area.current.value = next;
    form.type(next);
    // The caret goes inside an empty pair.
    putCaret(from + insert.length - (/(""|\{\}|\[\])$/.test(insert) ? 1 : 0));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const wasHandled = editorKey(event, offer.value, active.value, {
      suggest,
      accept,
      move: (to) => (active.value = to),
      close: () => (offer.value = none),
    });
    if (wasHandled) event.preventDefault();
  };

  return (
    <div role="tabpanel" class="fields root" data-testid="json-editor">
      <JsonActions form={form} />
      <HighlightedText
        area={area}
        text={text}
        problems={problems}
        onKeyDown={onKeyDown}
        onInput={(next) => {
          form.type(next);
          suggest();
        }}
      />
      <Suggestions items={offer.value.items} active={active.value} onPick={accept} />
      <JsonProblems text={text} problems={problems} onGo={putCaret} />
    </div>
  );
}

function JsonActions({ form }: { form: Form }): JSX.Element {
  const isWrong = form.jsonProblem.value !== undefined;
  return (
    <div class="facts">
      <Button data-testid="json-format" disabled={isWrong} onClick={() => form.formatText()}>
        {t('Format')}
      </Button>
      {isWrong && (
        <Button
          data-testid="json-discard"
          title={t('Back to the last valid arguments')}
          onClick={() => form.discardText()}
        >
          {t('Discard Changes')}
        </Button>
      )}
    </div>
  );
}

interface EditorActions {
  suggest(): void;
  accept(item: Suggestion): void;
  move(to: number): void;
  close(): void;
}

function editorKey(event: KeyboardEvent, { items }: Completion, active: number, actions: EditorActions): boolean {
  const { key, ctrlKey, metaKey } = event;
  const item = items[active];
  if (key === ' ' && ctrlKey) actions.suggest();
  else if (!item || metaKey || ctrlKey) return false;
  else if (key === 'Tab' || key === 'Enter') actions.accept(item);
  else if (key === 'ArrowDown') actions.move((active + 1) % items.length);
  else if (key === 'ArrowUp') actions.move((active + items.length - 1) % items.length);
  else if (key === 'Escape') actions.close();
  else return false;
  return true;
}

const maxShown = 20;

interface JsonProblemsProps {
  readonly text: string;
  readonly problems: readonly PlacedProblem[];
  readonly onGo: (at: number) => void;
}

/** Each with its place, which a click leads to. */
function JsonProblems({ text, problems, onGo }: JsonProblemsProps): JSX.Element {
  return (
    <>
      {problems.slice(0, maxShown).map(({ from, message, pointer }) => (
        <p key={`${from} ${message}`} class="field-error">
          <button type="button" class="link" data-testid="json-problem" onClick={() => onGo(from)}>
            {placeText(text, from)}
          </button>
          <span>
            {pointer !== undefined && <code>{pointer === '' ? '/' : pointer}</code>} {message}
          </span>
        </p>
      ))}
    </>
  );
}

function placeText(text: string, at: number): string {
  const { line, column } = placeAt(text, at);
  return t('Ln {0}, Col {1}', line, column);
}

/** What is no JSON, or else what the schema does not allow, each where it stands. */
function problemsIn(form: Form, text: string): readonly PlacedProblem[] {
  const { places, problem } = scanJson(text);
  if (problem && form.jsonProblem.value) return [{ ...problem, from: problem.at, to: problem.at + 1 }];
  return form.issues.value.slice(0, maxShown).map(({ at: pointer, message }) => {
    const { from, to } = places.get(pointer) ?? places.get('') ?? { from: 0, to: 0 };
    return { from, to, message, pointer };
  });
}
