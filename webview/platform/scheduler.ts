/** Runs `slice` again and again, a little at a time, until it returns true. Returns how to stop it. */
export type Slicer = (slice: (isTimeUp: () => boolean) => boolean) => () => void;

/** When to do what can wait: once per animation frame, and in slices. */
export interface Scheduler {
  readonly nextFrame: (run: () => void) => void;
  readonly slices: Slicer;
  readonly later: (ms: number, run: () => void) => void;
  readonly now: () => number;
}
