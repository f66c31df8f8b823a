import { frameScheduler } from './frameScheduler.ts';

/** Long work in pieces of a few milliseconds, so that the page never stands still. Returns how to stop it. */
export function inSlices<T>(work: Iterator<unknown, T>, onDone: (result: T) => void): () => void {
  return frameScheduler.slices((isTimeUp) => {
    for (;;) {
      const { done, value } = work.next();
      if (done === true) onDone(value);
      if (done === true || isTimeUp()) return done === true;
    }
  });
}
