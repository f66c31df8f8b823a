import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { Completion, Suggestion } from '../../model/form/completion/completion.ts';
import type { Form } from '../../model/form/form.ts';
import { t } from '../../platform/l10n.ts';
import { controlOf, TextArea } from '../components/kit.ts';
import { Suggestions } from '../components/suggestions.tsx';

const none: Completion = { from: 0, to: 0, items: [] };

/** The arguments as text, with suggestions from the schema: Ctrl+Space, arrows, Tab or Enter. */
export function JsonEditor({ form }: { form: Form }): JSX.Element {
  const host = useRef<HTMLElement>(null);
  const offer = useSignal<Completion>(none);
  const active = useSignal(0);
  const text = form.json.value;
  const problem = form.jsonProblem.value;

  const suggest = (): void => {
    offer.value = form.complete(controlOf(host.current)?.selectionStart ?? 0);
    active.value = 0;
  };
  const accept = ({ insert }: Suggestion): void => {
    const { from, to } = offer.value;
    offer.value = none;
    form.type(text.slice(0, from) + insert + text.slice(to));
    // The caret goes inside an empty pair.
    const caret = from + insert.length - (/(""|\{\}|\[\])$/.test(insert) ? 1 : 0);
    requestAnimationFrame(() => {
      host.current?.focus();
      controlOf(host.current)?.setSelectionRange(caret, caret);
    });
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
      <TextArea
        class="json-text"
        fieldRef={host}
        rows={Math.min(24, Math.max(6, text.split('\n').length + 1))}
        value={text}
        invalid={problem !== undefined}
        description={problem}
        title={t('Press Ctrl+Space for suggestions from the schema')}
        aria-label={t('Arguments as JSON')}
        onKeyDown={onKeyDown}
        onInput={(next) => {
          form.type(next);
          suggest();
        }}
      />
      <Suggestions items={offer.value.items} active={active.value} onPick={accept} />
      <JsonProblems form={form} problem={problem} />
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

function JsonProblems({ form, problem }: { form: Form; problem: string | undefined }): JSX.Element {
  if (problem !== undefined) return <p class="field-error">{problem}</p>;
  return (
    <>
      {form.issues.value.slice(0, maxShown).map(({ at, message }) => (
        <p key={`${at} ${message}`} class="field-error">
          <code>{at === '' ? '/' : at}</code> {message}
        </p>
      ))}
    </>
  );
}
