import type { JSX } from 'preact';
import { previewJson } from '../../../src/base/json.ts';
import type { Call } from '../../model/calls/calls.ts';
import { t } from '../../platform/l10n.ts';
import { Icon } from '../components/icon.tsx';
import { callPresentation } from '../results/callPresentation.ts';
import { formatMoment, formatMs } from '../../platform/units.ts';

interface HistoryRowProps {
  readonly call: Call;
  /** Where the list has calls of several servers. */
  readonly server?: string;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

export function HistoryRow({ call, server, isOpen, onToggle }: HistoryRowProps): JSX.Element {
  const view = call.view.value;
  const { icon, label, tone } = callPresentation(call);
  const end = view.state.kind === 'done' ? view.state.end : undefined;
  return (
    <button type="button" class="history-row" aria-expanded={isOpen} data-testid="history-row" onClick={onToggle}>
      <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
      <span class={`state tone-${tone}`}>
        <Icon name={icon} class={icon === 'loading' ? 'spin' : ''} />
        <span class="sr-only">{label}</span>
      </span>
      <span class="ellipsis">
        {call.tool} <span class="muted">{server}</span>
      </span>
      {Object.keys(view.args).length > 0 && (
        <span class="history-args muted ellipsis">{previewJson(view.args, 200)}</span>
      )}
      <span class="history-time muted ellipsis">
        {end ? `${formatMs(end.durationMs)} · ` : ''}
        {formatMoment(view.startedAt)}
        {view.repeat && ` · ${t('{0} runs', view.repeat.times)}`}
      </span>
      {end && end.preview !== '' && <span class="history-preview muted ellipsis">{end.preview}</span>}
    </button>
  );
}
