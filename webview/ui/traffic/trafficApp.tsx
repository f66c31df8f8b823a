import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { isText, type Saved } from '../../model/saved.ts';
import type { Traffic } from '../../model/traffic/traffic.ts';
import { t } from '../../text.ts';
import type { RowsHandle } from '../virtualRows.tsx';
import { RowDetails } from './rowDetails.tsx';
import { TrafficBar } from './trafficBar.tsx';
import { TrafficRows } from './trafficRows.tsx';

export function TrafficApp({ traffic, saved }: { traffic: Traffic; saved: Saved }): JSX.Element {
  const query = useSignal(saved.read('trafficQuery', isText) ?? '');
  const selected = useSignal<number | undefined>(undefined);
  const follow = useSignal(true);
  const rows = useRef<RowsHandle>(null);
  useEffect(() => {
    traffic.view.setQuery(query.value);
    saved.write('trafficQuery', query.value);
  }, [query.value]);

  const jump = (seq: number): void => {
    if (traffic.view.indexOf(seq) < 0) query.value = ''; // the partner is hidden by the filter
    traffic.view.setQuery(query.value);
    follow.value = false;
    selected.value = seq;
    requestAnimationFrame(() => rows.current?.reveal(traffic.view.indexOf(seq)));
  };
  return (
    <main class="traffic" data-testid="traffic" aria-label={t('MCP traffic')}>
      <h1 class="sr-only">{t('MCP traffic')}</h1>
      <TrafficBar traffic={traffic} query={query} follow={follow} />
      <div class="traffic-panes" data-open={selected.value !== undefined}>
        <TrafficRows traffic={traffic} selected={selected} follow={follow} handle={rows} />
        {selected.value !== undefined && (
          <RowDetails
            key={selected.value}
            traffic={traffic}
            seq={selected.value}
            onJump={jump}
            onClose={() => (selected.value = undefined)}
          />
        )}
      </div>
    </main>
  );
}
