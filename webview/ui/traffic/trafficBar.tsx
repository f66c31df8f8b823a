import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';
import type { Traffic } from '../../model/traffic/traffic.ts';
import { formatCount, t } from '../../text.ts';
import { Icon } from '../icon.tsx';
import { Button, TextField } from '../kit.ts';

interface TrafficBarProps {
  readonly traffic: Traffic;
  readonly query: Signal<string>;
  readonly follow: Signal<boolean>;
}

export function TrafficBar({ traffic, query, follow }: TrafficBarProps): JSX.Element {
  const paused = traffic.paused.value;
  const { filter } = (traffic.version.value, traffic.view);
  return (
    <div class="bar-line" role="toolbar" aria-label={t('Traffic')}>
      <TextField
        class="traffic-filter"
        value={query.value}
        placeholder={t('Filter: words, method:tools/call, status:error, >100ms, /regex/, -not')}
        aria-label={t('Filter traffic')}
        data-testid="traffic-filter"
        invalid={filter.kind === 'invalid'}
        description={filter.kind === 'invalid' ? filter.reason : undefined}
        onInput={(next) => (query.value = next)}
      />
      <Counts traffic={traffic} />
      <div class="actions">
        <Button
          look="icon"
          aria-pressed={follow.value}
          aria-label={t('Follow the newest')}
          title={t('Follow the newest')}
          data-testid="traffic-follow"
          onClick={() => (follow.value = !follow.value)}
        >
          <Icon name="arrow-down" />
        </Button>
        <Button
          look="icon"
          aria-pressed={paused}
          aria-label={paused ? t('Resume') : t('Pause')}
          title={paused ? t('Resume') : t('Pause')}
          data-testid="traffic-pause"
          onClick={() => traffic.pause(!paused)}
        >
          <Icon name={paused ? 'debug-start' : 'debug-pause'} />
        </Button>
        <Button
          look="icon"
          aria-label={t('Clear traffic')}
          title={t('Clear traffic')}
          data-testid="traffic-clear"
          onClick={() => void traffic.clear()}
        >
          <Icon name="clear-all" />
        </Button>
      </div>
    </div>
  );
}

function Counts({ traffic }: { traffic: Traffic }): JSX.Element {
  const { view, store } = (traffic.version.value, traffic);
  const shown =
    view.filter.kind === 'some'
      ? t('{0} of {1}', formatCount(view.count), formatCount(store.size))
      : formatCount(store.size);
  return (
    <span class="counts muted" data-testid="traffic-counts" title={t('Frames shown')}>
      {view.filter.kind === 'invalid' ? view.filter.reason : shown}
      {traffic.dropped.value > 0 && ` · ${t('{0} dropped', formatCount(traffic.dropped.value))}`}
      {traffic.waiting.value > 0 && ` · ${t('{0} waiting', formatCount(traffic.waiting.value))}`}
    </span>
  );
}
