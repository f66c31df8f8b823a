import { writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { Worker, isMainThread, workerData } from 'node:worker_threads';

/** What runs now, for the thread that sees when it never ends. */
interface Shared {
  /** How many cases have begun. */
  readonly count: Int32Array<SharedArrayBuffer>;
  readonly length: Int32Array<SharedArrayBuffer>;
  readonly text: Uint8Array<SharedArrayBuffer>;
}

const mostBytes = 256 * 1024;
const hungMs = 20_000;

export interface Watchdog {
  begin(name: string, input: string): void;
  dispose(): void;
}

/** A case that never ends cannot be caught by its own thread: another one writes it to a file and ends the process. */
export function startWatchdog(folder: string): Watchdog {
  const shared: Shared = {
    count: new Int32Array(new SharedArrayBuffer(4)),
    length: new Int32Array(new SharedArrayBuffer(4)),
    text: new Uint8Array(new SharedArrayBuffer(mostBytes)),
  };
  const worker = new Worker(new URL(import.meta.url), { workerData: { ...shared, folder } });
  worker.unref();
  const encoder = new TextEncoder();
  return {
    begin: (name, input) => {
      shared.length[0] = encoder.encodeInto(`${name}\n${input}`, shared.text).written;
      Atomics.add(shared.count, 0, 1);
    },
    dispose: () => void worker.terminate(),
  };
}

function watch({ count, length, text, folder }: Shared & { readonly folder: string }): void {
  let last = -1;
  setInterval(() => {
    if (count[0] !== last || last === 0) return void (last = count[0] ?? 0);
    const [name = '', ...input] = Buffer.from(text.slice(0, length[0])).toString('utf8').split('\n');
    writeFileSync(path.join(folder, `${name}.hung.txt`), input.join('\n'));
    writeSync(2, `${name}: a case has not ended after ${hungMs / 1000} s; see ${folder}\n`);
    process.kill(process.pid, 'SIGKILL');
  }, hungMs);
}

if (!isMainThread) watch(workerData as Shared & { readonly folder: string });
