import type { JSX } from 'preact';
import type { Call } from '../../model/calls.ts';
import { t } from '../../text.ts';
import { Icon } from '../icon.tsx';
import type { IconName } from '../icons.ts';
import { Button } from '../kit.ts';
import { formatBytes, formatMs } from '../units.ts';
import { callLook } from './callLook.ts';

/** What can be done with a call beside looking at it. */
export interface ResultActions {
  readonly runAgain: (call: Call) => void;
  /** Into the form, to change something first. */
  readonly edit?: (call: Call) => void;
  /** The one before it, to compare with. */
  readonly previous?: (call: Call) => Call | undefined;
}

export function ResultHead({ call, actions }: { call: Call; actions: ResultActions }): JSX.Element {
  const look = callLook(call);
  const { state, number } = call.view.value;
  const end = state.kind === 'done' ? state.end : undefined;
  return (
    <div class="result-head">
      <span class={`state tone-${look.tone}`} role="status" data-testid="result-state">
        <Icon name={look.icon} class={look.icon === 'loading' ? 'spin' : ''} />
        {look.word}
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
      <Act icon="debug-restart" label={t('Run Again')} testId="run-again" onClick={() => runAgain(call)} />
      {edit && <Act icon="edit" label={t('Use These Arguments')} testId="use-arguments" onClick={() => edit(call)} />}
      {hasResult && (
        <>
          {before && (
            <Act
              icon="diff"
              label={t('Compare with #{0}', before.view.value.number)}
              testId="compare"
              onClick={() => call.compare(before)}
            />
          )}
          <Act icon="copy" label={t('Copy Result')} testId="copy-result" onClick={() => call.copy('')} />
          <Act icon="save" label={t('Save Result…')} testId="save-result" onClick={() => call.save('')} />
          <Act icon="open-in-window" label={t('Open in Editor')} testId="open-result" onClick={() => call.open('')} />
        </>
      )}
    </div>
  );
}

interface ActProps {
  readonly icon: IconName;
  readonly label: string;
  readonly testId: string;
  readonly onClick: () => void;
}

export function Act({ icon, label, testId, onClick }: ActProps): JSX.Element {
  return (
    <Button look="icon" title={label} aria-label={label} data-testid={testId} onClick={onClick}>
      <Icon name={icon} />
    </Button>
  );
}
