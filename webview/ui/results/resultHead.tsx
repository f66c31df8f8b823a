import type { ComponentChildren, JSX } from 'preact';
import type { Call } from '../../model/calls/calls.ts';
import { t } from '../../platform/l10n.ts';
import { formatBytes, formatMs } from '../../platform/units.ts';
import { Chip } from '../components/chip.tsx';
import { IconButton } from '../components/iconButton.tsx';
import { Menu, type MenuItem } from '../components/menu.tsx';
import { Tokens } from '../components/tokens.tsx';
import { StateLabel } from '../components/stateLabel.tsx';
import { callPresentation } from './callPresentation.ts';

/** Actions on a call. */
export interface ResultActions {
  readonly runAgain: (call: Call) => void;
  /** Loads its arguments into the form. */
  readonly edit?: (call: Call) => void;
  /** The previous call, to compare with. */
  readonly previous?: (call: Call) => Call | undefined;
}

interface ResultHeadProps {
  readonly call: Call;
  readonly actions: ResultActions;
  /** Chooses among the calls of the tool; without it only the number is shown. */
  readonly runs?: ComponentChildren;
}

/** One line: how it ended, how long it took, which call it was, what can be done with it. */
export function ResultHead({ call, actions, runs }: ResultHeadProps): JSX.Element {
  const shown = callPresentation(call);
  const { state, number } = call.view.value;
  const end = state.kind === 'done' ? state.end : undefined;
  return (
    <div class="head">
      <StateLabel shown={shown} live testId="result-state">
        {/* The usual case takes no room: the icon says it. */}
        <span class={end?.status === 'ok' ? 'sr-only' : ''}>{shown.label}</span>
      </StateLabel>
      {end && <span class="muted">{formatMs(end.durationMs)}</span>}
      {end && end.bytes > 10_000 && <span class="muted wide-only">{formatBytes(end.bytes)}</span>}
      {end?.tokens !== undefined && end.tokens > 0 && (
        <Tokens count={end.tokens} title={t('Estimated tokens of this result for a model')} testId="result-tokens" />
      )}
      {runs ?? <span class="muted">#{number}</span>}
      {call.view.value.isWatched === true && (
        <Chip icon="eye" title={t('Runs again when the server has been restarted, and shows what is different')}>
          {t('Watched')}
        </Chip>
      )}
      {state.kind !== 'running' && (
        <div class="actions" role="group" aria-label={t('Call actions')}>
          <HeadActions call={call} actions={actions} hasResult={end?.kept ?? false} />
        </div>
      )}
    </div>
  );
}

interface HeadActionsProps {
  readonly call: Call;
  readonly actions: ResultActions;
  readonly hasResult: boolean;
}

function HeadActions({ call, actions, hasResult }: HeadActionsProps): JSX.Element {
  const more = moreActions({ call, actions, hasResult });
  const before = hasResult ? actions.previous?.(call) : undefined;
  const isCompared = call.comparison.value !== undefined;
  return (
    <>
      {before && (
        <IconButton
          icon="diff"
          label={t('Compare with #{0}', before.view.value.number)}
          testId="compare"
          pressed={isCompared}
          onClick={() => call.compare(isCompared ? undefined : before)}
        />
      )}
      <IconButton
        icon="debug-restart"
        label={t('Run Again')}
        testId="run-again"
        onClick={() => actions.runAgain(call)}
      />
      {hasResult && (
        <IconButton icon="copy" label={t('Copy Result')} testId="copy-result" onClick={() => call.copy('')} />
      )}
      {more.length > 0 && <Menu items={more} testId="result-more" />}
    </>
  );
}

function moreActions({ call, actions: { edit }, hasResult }: HeadActionsProps): MenuItem[] {
  const items: MenuItem[] = [];
  if (edit) {
    const label = t('Use These Arguments');
    items.push({ icon: 'edit', label, testId: 'use-arguments', onClick: () => edit(call) });
  }
  const isWatched = call.view.value.isWatched === true;
  const watch = isWatched ? t('Stop Watching') : t('Watch This Call');
  items.push({ icon: 'eye', label: watch, testId: 'watch-call', onClick: () => call.watch(!isWatched) });
  const check = t('Save as Check…');
  items.push({ icon: 'checklist', label: check, testId: 'save-as-check', onClick: () => call.saveAsCheck() });
  if (!hasResult) return items;
  items.push(
    { icon: 'save', label: t('Save Result…'), testId: 'save-result', onClick: () => call.save('') },
    { icon: 'open-in-window', label: t('Open in Editor'), testId: 'open-result', onClick: () => call.open('') },
  );
  return items;
}
