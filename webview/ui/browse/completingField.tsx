import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Completions } from '../../../src/contract/browse.ts';
import { t } from '../../platform/l10n.ts';
import { Suggestions } from '../components/suggestions.tsx';
import { TextField } from '../components/kit.ts';

interface CompletingFieldProps {
  readonly name: string;
  readonly label: string;
  readonly description?: string | undefined;
  readonly required?: boolean | undefined;
  readonly value: string;
  readonly invalid?: boolean | undefined;
  readonly onInput: (value: string) => void;
  /** Completions of the server for the input so far. */
  readonly complete: (value: string, signal: AbortSignal) => Promise<Completions>;
}

const quietMs = 150;
const none: Completions = { values: [], hasMore: false };

/** A text field with completions of the server below it: arrows choose, Tab or Enter accepts. */
export function CompletingField(props: CompletingFieldProps): JSX.Element {
  const { name, label, description, required = false, value } = props;
  const offered = useSignal<Completions>(none);
  const active = useSignal(0);
  const completion = useDelayedCompletion(props.complete, (found) => {
    offered.value = found;
    active.value = 0;
  });
  const take = (text: string): void => {
    completion.stop();
    offered.value = none;
    props.onInput(text);
  };
  const items = offered.value.values
    .filter((each) => each !== value)
    .map((each) => ({ label: each, insert: each, detail: '' }));
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown' && items.length === 0) return completion.now(value);
    const chosen = items[active.value];
    if (!chosen || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) active.value = (active.value + step + items.length) % items.length;
    else if (event.key === 'Tab' || event.key === 'Enter') take(chosen.insert);
    else if (event.key === 'Escape') offered.value = none;
    else return;
    event.preventDefault();
  };
  return (
    <div class="field" data-field={name}>
      <div class="field-head">
        <span class="field-name">
          {label}
          {required && (
            <span class="field-required" title={t('Required')}>
              *
            </span>
          )}
        </span>
      </div>
      {description !== undefined && <p class="field-about muted pre-wrap">{description}</p>}
      <TextField
        aria-label={label}
        data-testid={`argument-${name}`}
        value={value}
        required={required}
        invalid={props.invalid}
        description={description}
        title={t('Press Down Arrow for suggestions from the server')}
        onKeyDown={onKeyDown}
        onBlur={() => (offered.value = none)}
        onInput={(text) => {
          props.onInput(text);
          completion.later(text);
        }}
      />
      <Suggestions items={items} active={active.value} onPick={({ insert }) => take(insert)} />
    </div>
  );
}

interface DelayedCompletion {
  now(value: string): void;
  later(value: string): void;
  stop(): void;
}

/** Requests completions when typing pauses; only the newest response counts. */
function useDelayedCompletion(
  complete: CompletingFieldProps['complete'],
  tell: (found: Completions) => void,
): DelayedCompletion {
  const running = useRef<{ timer?: ReturnType<typeof setTimeout>; abort?: AbortController }>({});
  const stop = (): void => {
    clearTimeout(running.current.timer);
    running.current.abort?.abort();
  };
  useEffect(() => stop, []);
  const now = (value: string): void => {
    stop();
    const abort = (running.current.abort = new AbortController());
    complete(value, abort.signal).then(
      (found) => abort.signal.aborted || tell(found),
      () => {}, // completions are optional
    );
  };
  const later = (value: string): void => {
    stop();
    running.current.timer = setTimeout(() => now(value), quietMs);
  };
  return { now, later, stop };
}
