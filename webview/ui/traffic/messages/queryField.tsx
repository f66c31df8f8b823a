import { type Signal, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { completeQuery, knownValues, type QueryCompletion } from '../../../model/traffic/query/queryCompletion.ts';
import type { TrafficModel } from '../../../model/traffic/trafficModel.ts';
import { fieldText, problemText } from '../../../model/traffic/query/queryText.ts';
import { t } from '../../../platform/l10n.ts';
import { IconButton } from '../../components/iconButton.tsx';
import { useWidth } from '../../components/rows/useWidth.ts';
import { Suggestions } from '../../components/suggestions.tsx';
import { inputOf, TextField } from '../../components/kit.ts';

interface QueryFieldProps {
  readonly traffic: TrafficModel;
  readonly query: Signal<string>;
}

/** The filter, with suggestions below it: arrows and Enter, or Tab. */
export function QueryField({ traffic, query }: QueryFieldProps): JSX.Element {
  const { host, offered, active, close, suggest, accept, onKeyDown } = useSuggestions(traffic, query);
  const { problem } = (traffic.version.value, traffic.view);
  const { ref, px } = useWidth<HTMLDivElement>();
  return (
    <div class="query" role="search" aria-label={t('Filter')} ref={ref}>
      <TextField
        class="traffic-filter"
        fieldRef={host}
        value={query.value}
        placeholder={
          px < examplesPx
            ? t('Filter')
            : t('Filter: words, method:tools/call, status:error, duration>100ms, body:text, /regex/, -not')
        }
        aria-label={t('Filter traffic')}
        data-testid="traffic-filter"
        invalid={problem !== undefined}
        description={problem && problemText(problem)}
        onKeyDown={onKeyDown}
        onBlur={close}
        onInput={(next) => {
          query.value = next;
          suggest(next);
        }}
      />
      {query.value !== '' && (
        <IconButton
          class="query-clear"
          testId="traffic-filter-clear"
          icon="close"
          label={t('Clear Filter')}
          onClick={() => {
            query.value = '';
            host.current?.focus();
          }}
        />
      )}
      <div class="query-offer" onMouseDown={(event) => event.preventDefault()}>
        <Suggestions
          items={offered.value.map(({ text }) => ({ label: text, detail: fieldText(text), insert: text }))}
          active={active.value}
          onPick={({ insert }) => {
            const picked = offered.value.find(({ text }) => text === insert);
            if (picked) accept(picked);
          }}
        />
      </div>
      {problem && (
        <p class="field-error" role="status" data-testid="query-problem">
          {problemText(problem)}
        </p>
      )}
    </div>
  );
}

/** From this width on there is room for examples in the empty field. */
const examplesPx = 560;

interface QuerySuggestions {
  readonly host: { current: HTMLElement | null };
  readonly offered: Signal<readonly QueryCompletion[]>;
  /** -1 until the user goes into the list: Enter then only closes it. */
  readonly active: Signal<number>;
  close(): void;
  suggest(text: string): void;
  accept(item: QueryCompletion): void;
  onKeyDown(event: KeyboardEvent): void;
}

function useSuggestions(traffic: TrafficModel, query: Signal<string>): QuerySuggestions {
  const host = useRef<HTMLElement>(null);
  const offered = useSignal<readonly QueryCompletion[]>([]);
  const active = useSignal(-1);
  const close = (): void => {
    offered.value = [];
    active.value = -1;
  };
  const suggest = (text: string): void => {
    const caret = inputOf(host.current)?.selectionStart ?? text.length;
    offered.value = completeQuery(text, caret, knownValues(traffic.rows));
    active.value = -1;
  };
  const accept = ({ text, from, end }: QueryCompletion): void => {
    const isDone = !/[:>]$/.test(text);
    const inserted = isDone ? `${text} ` : text;
    query.value = query.value.slice(0, from) + inserted + query.value.slice(end).trimStart();
    close();
    requestAnimationFrame(() => {
      host.current?.focus();
      inputOf(host.current)?.setSelectionRange(from + inserted.length, from + inserted.length);
      if (!isDone) suggest(query.value);
    });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const actions = { suggest: () => suggest(query.value), accept, close, move: (to: number) => (active.value = to) };
    if (queryKey(event, offered.value, active.value, actions)) event.preventDefault();
  };
  return { host, offered, active, close, suggest, accept, onKeyDown };
}

interface QueryKeys {
  suggest(): void;
  accept(item: QueryCompletion): void;
  close(): void;
  move(to: number): void;
}

function queryKey(event: KeyboardEvent, items: readonly QueryCompletion[], active: number, keys: QueryKeys): boolean {
  const { key, ctrlKey } = event;
  const item = items[key === 'Tab' ? Math.max(0, active) : active];
  if (key === ' ' && ctrlKey) keys.suggest();
  else if (items.length === 0) return false;
  else if (key === 'Escape') keys.close();
  else if (key === 'ArrowDown') keys.move((active + 1) % items.length);
  else if (key === 'ArrowUp') keys.move(active <= 0 ? items.length - 1 : active - 1);
  else if (item && (key === 'Enter' || (key === 'Tab' && !event.shiftKey))) keys.accept(item);
  else if (key === 'Enter') keys.close();
  else return false;
  return true;
}
