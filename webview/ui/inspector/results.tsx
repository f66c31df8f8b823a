import type { JSX } from 'preact';
import type { Call, ToolCalls } from '../../model/calls.ts';
import { t } from '../../text.ts';
import { Icon } from '../icon.tsx';
import type { IconName } from '../icons.ts';
import { Button } from '../kit.ts';
import { formatMs } from '../units.ts';
import { CallResult } from './callResult.tsx';

/** Every call of this tool, newest first, each with its own result. */
export function Results({ calls, outputSchema }: { calls: ToolCalls; outputSchema?: unknown }): JSX.Element {
  const list = calls.list.value;
  const open = list.find((call) => call.id === calls.open.value) ?? list[0];
  return (
    <section class="results" aria-label={t('Results')} data-testid="results">
      {list.length > 1 && (
        <div class="runs" role="group" aria-label={t('Calls of this tool')}>
          {list.map((call) => (
            <RunChip key={call.id} call={call} isOpen={call === open} onPick={() => (calls.open.value = call.id)} />
          ))}
        </div>
      )}
      {open ? (
        <CallResult key={open.id} call={open} outputSchema={outputSchema} />
      ) : (
        <p class="empty muted">{t('The result appears here.')}</p>
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
      <Icon name={icon} class={icon === 'loading' ? 'spin' : ''} /> #{call.number} {durationOf(call)}
      <span class="sr-only">{word}</span>
    </Button>
  );
}

function durationOf(call: Call): string {
  const state = call.state.value;
  return state.kind === 'done' ? formatMs(state.outcome.durationMs) : '';
}

export interface CallLook {
  readonly icon: IconName;
  readonly word: string;
  readonly tone: string;
}

export function callLook(call: Call): CallLook {
  const state = call.state.value;
  if (state.kind === 'running') return { icon: 'loading', word: t('Running'), tone: 'busy' };
  if (state.kind === 'lost') return { icon: 'question', word: t('Interrupted'), tone: 'warn' };
  switch (state.outcome.status) {
    case 'ok':
      return { icon: 'pass', word: t('Succeeded'), tone: 'good' };
    case 'toolError':
      return { icon: 'warning', word: t('Tool error'), tone: 'warn' };
    case 'failed':
      return { icon: 'error', word: t('Failed'), tone: 'bad' };
    case 'cancelled':
      return { icon: 'circle-slash', word: t('Cancelled'), tone: 'quiet' };
    default:
      return state.outcome.status satisfies never;
  }
}
