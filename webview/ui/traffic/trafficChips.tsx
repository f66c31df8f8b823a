import type { JSX } from 'preact';
import { serverLabel } from '../../../src/contract/traffic/ownServers.ts';
import { tokenize } from '../../../src/contract/traffic/trafficTokens.ts';
import { hasValue, toggleValue, withTerms } from '../../model/traffic/query/queryTerms.ts';
import type { TrafficModel } from '../../model/traffic/trafficModel.ts';
import { t } from '../../platform/l10n.ts';
import { formatTime } from '../../platform/units.ts';
import { Icon } from '../components/icon.tsx';
import type { IconName } from '../components/icons.ts';
import type { TrafficState } from './state/trafficState.ts';

interface TrafficChipsProps {
  readonly traffic: TrafficModel;
  readonly state: TrafficState;
}

/** What is looked for most, one click away: each puts its term into the filter, where it can be seen and changed. */
export function TrafficChips({ traffic, state }: TrafficChipsProps): JSX.Element {
  const { mode, tab } = state;
  const servers = [...(traffic.version.value, traffic.rows.servers)].filter((server) => server !== '');
  const isList = tab.value === 'messages';
  return (
    <div class="chip-line scroll-x" role="toolbar" aria-label={t('Filter')} data-testid="traffic-chips">
      <TimeChip state={state} />
      <TermChip state={state} field="status" values={['error', 'lost']} label={t('Errors')} icon="error" />
      {tab.value === 'messages' && <KindChips state={state} />}
      {servers.length > 1 &&
        servers.map((server) => (
          <TermChip
            key={server}
            state={state}
            field="server"
            values={[server]}
            label={serverLabel(server)}
            icon="server"
          />
        ))}
      {isList && (
        <>
          <span class="grow" />
          <ToggleChip
            label={t('Probes')}
            title={t('Show probes and keep-alives of this extension (ping, server/discover)')}
            testId="show-probes"
            pressed={mode.value.probes}
            onClick={() => (mode.value = { ...mode.value, probes: !mode.value.probes })}
          />
          {traffic.kind === 'live' && (
            <ToggleChip
              label={t('Raw Frames')}
              title={t('Show every frame as a row of its own')}
              testId="show-raw"
              pressed={!mode.value.exchanges}
              onClick={() => (mode.value = { ...mode.value, exchanges: !mode.value.exchanges })}
            />
          )}
        </>
      )}
    </div>
  );
}

function KindChips({ state }: { state: TrafficState }): JSX.Element {
  return (
    <>
      <TermChip state={state} field="kind" values={['request']} label={t('Requests')} />
      <TermChip state={state} field="kind" values={['notification']} label={t('Notifications')} />
      <TermChip state={state} field="kind" values={['stderr', 'noise']} label={t('Output')} />
      <TermChip state={state} field="kind" values={['state']} label={t('Events')} />
    </>
  );
}

interface TermChipProps {
  readonly state: TrafficState;
  readonly field: string;
  readonly values: readonly string[];
  readonly label: string;
  readonly icon?: IconName;
}

function TermChip({ state: { query }, field, values, label, icon }: TermChipProps): JSX.Element {
  const pressed = values.every((value) => hasValue(query.value, field, value));
  const toggle = (): void => {
    const changed = values.filter((value) => hasValue(query.value, field, value) === pressed);
    query.value = changed.reduce((text, value) => toggleValue(text, field, value), query.value);
  };
  const testId = `chip-${field}-${values[0]}`;
  return <ToggleChip label={label} testId={testId} pressed={pressed} onClick={toggle} {...(icon && { icon })} />;
}

/** What the user marked in the timeline. */
function TimeChip({ state: { query } }: { state: TrafficState }): JSX.Element | null {
  const limits = tokenize(query.value).filter(({ field, value }) => field === 'time' && /^\d+$/.test(value));
  if (limits.length === 0) return null;
  const label = limits.map(({ value }) => formatTime(Number(value))).join(' – ');
  const title = t('Show All Times');
  const clear = (): void => void (query.value = withTerms(query.value, 'time', []));
  return <ToggleChip label={label} title={title} icon="close" testId="chip-time" pressed onClick={clear} />;
}

interface ToggleChipProps {
  readonly label: string;
  readonly title?: string;
  readonly icon?: IconName;
  readonly testId: string;
  readonly pressed: boolean;
  readonly onClick: () => void;
}

function ToggleChip({ label, title, icon, testId, pressed, onClick }: ToggleChipProps): JSX.Element {
  return (
    <button
      type="button"
      class="chip chip-toggle"
      title={title}
      aria-pressed={pressed}
      data-testid={testId}
      onClick={onClick}
    >
      {icon && <Icon name={icon} />}
      {label}
    </button>
  );
}
