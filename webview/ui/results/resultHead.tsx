import type { JSX } from 'preact';
import type { Call } from '../../model/calls/calls.ts';
import { t } from '../../platform/l10n.ts';
import { Icon } from '../components/icon.tsx';
import { formatBytes, formatMs } from '../../platform/units.ts';
import { ActionButton } from '../components/actionButton.tsx';
import { callPresentation } from './callPresentation.ts';

/** Actions on a call. */
export interface ResultActions {
  readonly runAgain: (call: Call) => void;
  /** Loads its arguments into the form. */
  readonly edit?: (call: Call) => void;
  /** The previous call, to compare with. */
  readonly previous?: (call: Call) => Call | undefined;
}

export function ResultHead({ call, actions }: { call: Call; actions: ResultActions }): JSX.Element {
  const shown = callPresentation(call);
  const { state, number } = call.view.value;
  const end = state.kind === 'done' ? state.end : undefined;
  return (
    <div class="result-head">
      <span class={`state tone-${shown.tone}`} role="status" data-testid="result-state">
        <Icon name={shown.icon} class={shown.icon === 'loading' ? 'spin' : ''} />
        {shown.label}
      </span>
      {end && <span class="muted">{formatMs(end.durationMs)}</span>}
      {end && end.bytes > 10_000 && <span class="muted">{formatBytes(end.bytes)}</span>}
      <span class="muted">#{number}</span>
      <span class="grow" />
      {state.kind !== 'running' && <HeadActions call={call} actions={actions} hasResult={end?.kept ?? false} />}
    </div>
  );
}

interface HeadActionsProps {
  readonly call: Call;
  readonly actions: ResultActions;
  readonly hasResult: boolean;
}

function HeadActions({ call, actions, hasResult }: HeadActionsProps): JSX.Element {
  const { edit, previous, runAgain } = actions;
  const before = previous?.(call);
  return (
    <div class="actions" role="group" aria-label={t('Call actions')}>
      <ActionButton icon="debug-restart" label={t('Run Again')} testId="run-again" onClick={() => runAgain(call)} />
      {edit && (
        <ActionButton icon="edit" label={t('Use These Arguments')} testId="use-arguments" onClick={() => edit(call)} />
      )}
      {hasResult && (
        <>
          {before && (
            <ActionButton
              icon="diff"
              label={t('Compare with #{0}', before.view.value.number)}
              testId="compare"
              onClick={() => call.compare(before)}
            />
          )}
          <ActionButton icon="copy" label={t('Copy Result')} testId="copy-result" onClick={() => call.copy('')} />
          <ActionButton icon="save" label={t('Save Result…')} testId="save-result" onClick={() => call.save('')} />
          <ActionButton
            icon="open-in-window"
            label={t('Open in Editor')}
            testId="open-result"
            onClick={() => call.open('')}
          />
        </>
      )}
    </div>
  );
}
