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
  const passedMs = Math.round((now.value - since) / 100) * 100;
  return <span class="is-ticking">{passedMs > 0 && formatMs(passedMs)}</span>; // "0.0 ms" would say nothing
}

function watchClock(): () => void {
  now.value = Date.now();
  if (watchers++ === 0) timer = setInterval(() => (now.value = Date.now()), tickMs);
  return () => {
    if (--watchers === 0) clearInterval(timer);
  };
}
