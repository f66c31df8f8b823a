import { type Profiler, Session } from 'node:inspector';

const ours = /\/(?:src|webview)\//;

/**
 * What V8 has run for the first time. It reports a function or block once, and then runs it without counting: the
 * price of asking falls to almost nothing once most of the code has been seen.
 */
export class NewCoverage {
  readonly #session = new Session();
  readonly #seen = new Set<string>();

  constructor() {
    this.#session.connect();
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.startPreciseCoverage', { callCount: false, detailed: true });
    this.take();
  }

  /** Whether something of ours ran since the last time that had never run before. */
  take(): boolean {
    const before = this.#seen.size;
    this.#session.post('Profiler.takePreciseCoverage', (_, { result }) => {
      for (const script of result) if (ours.test(script.url)) this.#add(script);
    });
    return this.#seen.size > before;
  }

  /** Functions and blocks that have run so far. */
  get places(): number {
    return this.#seen.size;
  }

  dispose(): void {
    this.#session.disconnect();
  }

  #add({ url, functions }: Profiler.ScriptCoverage): void {
    for (const { ranges } of functions)
      for (const { startOffset, endOffset, count } of ranges)
        if (count > 0) this.#seen.add(`${url}:${startOffset}:${endOffset}`);
  }
}
