import { type Signal, useComputed, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { ServerView } from '../../../src/contract/inspector.ts';
import type { Call } from '../../model/calls/calls.ts';
import { matchesCall } from '../../model/calls/callSearch.ts';
import type { Inspector } from '../../model/inspector/inspector.ts';
import { t, tn } from '../../platform/l10n.ts';
import { Button, Checkbox, TextField } from '../components/kit.ts';
import { runAgain } from '../calls/callPanel.tsx';
import { CallResult } from '../results/callResult.tsx';
import { ReaderProvider } from '../results/resourceReader.ts';
import { Empty } from '../components/layout/empty.tsx';
import { HistoryRow } from './historyRow.tsx';
import { SavedCalls } from './savedCalls.tsx';
import { IconButton } from '../components/iconButton.tsx';

interface HistoryTabProps {
  readonly inspector: Inspector;
  readonly server: ServerView;
}

const pageSize = 50;

/** Every call that was made, on all servers or on this one, and the calls saved in the workspace. */
export function HistoryTab({ inspector, server }: HistoryTabProps): JSX.Element {
  const query = useSignal('');
  const everywhere = useSignal(true);
  const shown = useSignal(pageSize);
  const open = useSignal<string | undefined>(undefined);
  const found = useComputed(() =>
    inspector.calls.all.value.filter(
      (call) => (everywhere.value || call.server === server.id) && matchesCall(call.view.value, query.value),
    ),
  ).value;
  return (
    <div class="history-tab" data-testid="history-tab">
      <SavedCalls inspector={inspector} />
      <section class="block" aria-label={t('History')}>
        <div class="run-line">
          <TextField
            class="grow"
            value={query.value}
            placeholder={t('Search calls')}
            aria-label={t('Search calls')}
            data-testid="history-search"
            onInput={(text) => (query.value = text)}
          />
          <Checkbox checked={everywhere.value} onChange={(on) => (everywhere.value = on)}>
            {t('All servers')}
          </Checkbox>
          <IconButton
            icon="clear-all"
            label={t('Clear History')}
            testId="history-clear"
            disabled={found.length === 0}
            onClick={() => inspector.calls.forget(found.map(({ id }) => id))}
          />
        </div>
        <p class={found.length > 0 ? 'muted' : 'sr-only'} role="status">
          {tn(found.length, '{0} call', '{0} calls')}
        </p>
        {found.length === 0 && <NoCalls query={query} />}
        <ul class="history" aria-label={t('Calls')}>
          {found.slice(0, shown.value).map((call) => (
            <li key={call.id}>
              <HistoryRow
                call={call}
                {...(everywhere.value && { server: call.server })}
                isOpen={open.value === call.id}
                onToggle={() => (open.value = open.value === call.id ? undefined : call.id)}
              />
              {open.value === call.id && <OpenCall inspector={inspector} call={call} />}
            </li>
          ))}
        </ul>
        {found.length > shown.value && <Button onClick={() => (shown.value += pageSize)}>{t('Show More')}</Button>}
      </section>
    </div>
  );
}

function NoCalls({ query }: { query: Signal<string> }): JSX.Element {
  if (query.value === '') return <Empty icon="history" text={t('No calls yet.')} />;
  return (
    <Empty icon="history" text={t('No matching calls.')}>
      <Button onClick={() => (query.value = '')} data-testid="clear-search">
        {t('Clear Search')}
      </Button>
    </Empty>
  );
}

function OpenCall({ inspector, call }: { inspector: Inspector; call: Call }): JSX.Element {
  const again = (one: Call): void => {
    const next = runAgain(inspector, one);
    inspector.calls.of(one.server, one.tool).open.value = next.id;
  };
  return (
    <div class="history-open block">
      <pre class="block-text" tabIndex={0} aria-label={t('Arguments')}>
        {JSON.stringify(call.args, undefined, 2).slice(0, 20_000)}
      </pre>
      <ReaderProvider value={(uri) => inspector.showResource(call.server, uri)}>
        <CallResult call={call} actions={{ runAgain: again, edit: (one) => inspector.showCall(one) }} />
      </ReaderProvider>
    </div>
  );
}
