import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { formatMs } from '../../platform/units.ts';

const tickMs = 250;
/** One clock for all pending calls; it stops when none is visible. */
const now = signal(Date.now());
let watchers = 0;
let timer: ReturnType<typeof setInterval> | undefined;

export function Elapsed({ since }: { since: number }): JSX.Element {
  useEffect(watchClock, []);
  return <span class="is-ticking">{formatMs(Math.max(0, Math.round((now.value - since) / 100) * 100))}</span>;
}

function watchClock(): () => void {
  now.value = Date.now();
  if (watchers++ === 0) timer = setInterval(() => (now.value = Date.now()), tickMs);
  return () => {
    if (--watchers === 0) clearInterval(timer);
  };
}
