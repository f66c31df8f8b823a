import type { JSX } from 'preact';
import type { Latency, RepeatView } from '../../../src/contract/calls.ts';
import { t, tn } from '../../platform/l10n.ts';
import { ProgressLine } from '../components/layout/progressLine.tsx';
import { formatMs } from '../../platform/units.ts';

const columns: readonly (readonly [string, keyof Latency])[] = [
  ['min', 'min'],
  ['p50', 'p50'],
  ['mean', 'mean'],
  ['p95', 'p95'],
  ['p99', 'p99'],
  ['max', 'max'],
];

/** The statistics of a repeated call. */
export function LatencyTable({ repeat }: { repeat: RepeatView }): JSX.Element {
  const { done, times, errors, concurrency, perSecond, latency } = repeat;
  return (
    <div class="block" data-testid="latency">
      <p role="status">
        {t('{0} of {1} runs, {2} concurrent', done, times, concurrency)}
        {', '}
        {tn(errors, '{0} error', '{0} errors')}
        {done > 0 && `, ${t('{0} per second', perSecond.toFixed(perSecond < 10 ? 1 : 0))}`}
      </p>
      {done < times && <ProgressLine done={done / times} />}
      {latency && (
        <table class="figures" aria-label={t('Latency')}>
          <thead>
            <tr>
              {columns.map(([name]) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              {columns.map(([name, key]) => (
                <td key={name}>{formatMs(latency[key])}</td>
              ))}
            </tr>
          </tbody>
        </table>
      )}
    </div>
  );
}
