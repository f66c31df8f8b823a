import type { JSX } from 'preact';
import type { Call, ToolCalls } from '../../model/calls.ts';
import { t } from '../../text.ts';
import { Icon } from '../icon.tsx';
import { Button } from '../kit.ts';
import { formatMs } from '../units.ts';
import { callLook } from './callLook.ts';
import { CallResult } from './callResult.tsx';
import type { ResultActions } from './resultHead.tsx';

const mostChips = 20;

interface ResultsProps {
  readonly calls: ToolCalls;
  readonly outputSchema?: unknown;
  readonly actions: ResultActions;
}

/** Every call of this tool, newest first, each with its own result. */
export function Results({ calls, outputSchema, actions }: ResultsProps): JSX.Element {
  const list = calls.list.value;
  const open = list.find((call) => call.id === calls.open.value) ?? list[0];
  return (
    <section class="results" aria-label={t('Results')} data-testid="results">
      {list.length > 1 && (
        <div class="runs" role="group" aria-label={t('Calls of this tool')}>
          {list.slice(0, mostChips).map((call) => (
            <RunChip key={call.id} call={call} isOpen={call === open} onPick={() => (calls.open.value = call.id)} />
          ))}
        </div>
      )}
      {open ? (
        <CallResult key={open.id} call={open} outputSchema={outputSchema} actions={actions} />
      ) : (
        <p class="empty muted">{t('No result yet.')}</p>
      )}
    </section>
  );
}

interface RunChipProps {
  readonly call: Call;
  readonly isOpen: boolean;
  readonly onPick: () => void;
}

function RunChip({ call, isOpen, onPick }: RunChipProps): JSX.Element {
  const { icon, word } = callLook(call);
  return (
    <Button look="icon" class={`run${isOpen ? ' is-open' : ''}`} aria-pressed={isOpen} onClick={onPick} title={word}>
      <Icon name={icon} class={icon === 'loading' ? 'spin' : ''} /> #{call.view.value.number} {durationOf(call)}
      <span class="sr-only">{word}</span>
    </Button>
  );
}

function durationOf(call: Call): string {
  const { state } = call.view.value;
  return state.kind === 'done' ? formatMs(state.end.durationMs) : '';
}
