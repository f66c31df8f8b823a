import type { Scheduler } from './scheduler.ts';

const sliceMs = 6;
/** A hidden page gets no frames; pending work must not pile up. */
const hiddenMs = 500;

export const frameScheduler: Scheduler = {
  nextFrame: (run) => {
    let isDone = false;
    const once = (): void => {
      if (isDone) return;
      isDone = true;
      clearTimeout(timer);
      run();
    };
    const timer = setTimeout(once, hiddenMs);
    requestAnimationFrame(once);
  },
  slices: (slice) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const step = (): void => {
      const until = performance.now() + sliceMs;
      if (!slice(() => performance.now() > until)) timer = setTimeout(step);
    };
    timer = setTimeout(step);
    return () => clearTimeout(timer);
  },
  later: (ms, run) => void setTimeout(run, ms),
  now: () => performance.now(),
};
