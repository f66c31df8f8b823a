import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { sleep } from '../../../base/async.ts';
import type { Disposable } from '../../../base/lifetime.ts';

interface PatternJob {
  readonly pattern: number;
  readonly texts: readonly string[];
}

/** Far more than one batch takes, except with catastrophic backtracking. */
const limitMs = 2_000;
const partLength = 1024 * 1024;

const script = `
const { parentPort, workerData } = require('node:worker_threads');
const patterns = workerData.map((source) => new RegExp(source, 'i'));
const fits = ({ pattern, texts }) => texts.some((text) => patterns[pattern].test(text));
parentPort.on('message', (jobs) => parentPort.postMessage(jobs.map(fits)));
`;

/** Runs users' regular expressions in a worker: an `exec` cannot be interrupted, but its thread can be ended. */
export class PatternRunner implements Disposable {
  readonly #worker: Worker;

  constructor(sources: readonly string[]) {
    this.#worker = new Worker(script, { eval: true, workerData: sources, execArgv: [] });
    this.#worker.unref();
    this.#worker.on('error', () => {}); // reported to the waiting caller, if any
  }

  /** Whether each job's pattern matches one of its texts; `undefined` if that takes too long, and this runner has ended. */
  async run(jobs: readonly PatternJob[], signal: AbortSignal): Promise<readonly boolean[] | undefined> {
    const all: boolean[] = [];
    for (let from = 0; from < jobs.length;) {
      const end = endOfPart(jobs, from);
      const fits = await this.#runPart(jobs.slice(from, end), signal);
      if (!fits) return undefined;
      all.push(...fits);
      from = end;
    }
    return all;
  }

  async #runPart(jobs: readonly PatternJob[], signal: AbortSignal): Promise<readonly boolean[] | undefined> {
    const over = new AbortController();
    this.#worker.postMessage(jobs);
    try {
      const answer = once(this.#worker, 'message', { signal: over.signal }).then(([fits]) => fits as boolean[]);
      return await Promise.race([answer, sleep(limitMs, AbortSignal.any([signal, over.signal])).then(() => undefined)]);
    } finally {
      over.abort();
    }
  }

  dispose(): void {
    void this.#worker.terminate();
  }
}

/** At least one job, and no more text than can be handed over in a few milliseconds. */
function endOfPart(jobs: readonly PatternJob[], from: number): number {
  let length = 0;
  let at = from;
  for (; at < jobs.length && length < partLength; at++) for (const text of jobs[at]!.texts) length += text.length;
  return at;
}
