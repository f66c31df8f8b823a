import { type Signal, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { TrafficModel } from '../../../model/traffic/trafficModel.ts';
import { tn } from '../../../platform/l10n.ts';

/** How long nobody types before a screen reader says what was found. */
const settledMs = 600;

/** Said once after a filter was changed, and not with every frame that comes: those would never end. */
export function FoundStatus({ traffic, query }: { traffic: TrafficModel; query: Signal<string> }): JSX.Element {
  const said = useSignal('');
  useEffect(() => {
    const say = (): void => {
      const { isFiltered, count } = traffic.view;
      said.value = isFiltered ? tn(count, '{0} frame found', '{0} frames found') : '';
    };
    const timer = setTimeout(say, settledMs);
    return () => clearTimeout(timer);
  }, [query.value]);
  return (
    <span class="sr-only" role="status" data-testid="traffic-found">
      {said.value}
    </span>
  );
}
