import type { JSX } from 'preact';
import type { Call, ToolCalls } from '../../model/calls/calls.ts';
import { t } from '../../platform/l10n.ts';
import { Icon } from '../components/icon.tsx';
import { Button } from '../components/kit.ts';
import { formatMs } from '../../platform/units.ts';
import { callPresentation } from '../results/callPresentation.ts';
import { CallResult } from '../results/callResult.tsx';
import type { ResultActions } from '../results/resultHead.tsx';

const maxRuns = 20;

interface CallResultsProps {
  readonly calls: ToolCalls;
  readonly outputSchema?: unknown;
  readonly actions: ResultActions;
}

/** Every call of this tool, newest first, each with its own result. */
export function CallResults({ calls, outputSchema, actions }: CallResultsProps): JSX.Element {
  const list = calls.list.value;
  const open = list.find((call) => call.id === calls.open.value) ?? list[0];
  return (
    <section class="results" aria-label={t('Results')} data-testid="results">
      {list.length > 1 && (
        <div class="runs" role="group" aria-label={t('Calls of this tool')}>
          {list.slice(0, maxRuns).map((call) => (
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
  const { icon, label } = callPresentation(call);
  return (
    <Button
      appearance="icon"
      class={`run${isOpen ? ' is-open' : ''}`}
      aria-pressed={isOpen}
      onClick={onPick}
      title={label}
    >
      <Icon name={icon} class={icon === 'loading' ? 'spin' : ''} /> #{call.view.value.number} {durationOf(call)}
      <span class="sr-only">{label}</span>
    </Button>
  );
}

function durationOf(call: Call): string {
  const { state } = call.view.value;
  return state.kind === 'done' ? formatMs(state.end.durationMs) : '';
}
