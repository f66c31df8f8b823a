import { type ReadonlySignal, signal } from '@preact/signals-core';
import { Fault } from '../../../base/fault.ts';
import { l10n } from '../../../base/l10n.ts';
import { type Disposable, Lifetime } from '../../../base/lifetime.ts';
import { type KnownSurface, type Surface, knownSurface, surfaceOf } from '../../checks/baseline/surface.ts';
import type { ServerEntry } from '../../config/model/model.ts';
import type { Clock } from '../../ports/ports.ts';
import type { ManagedServer, ServerState } from '../../servers/model/server.ts';

/** What came of a change of a server's files. */
export interface RestartReport {
  readonly at: number;
  /** One line for users. */
  readonly summary: string;
  /** Of a build or a start that failed: what the server offered before stays, and is out of date. */
  readonly fault?: Fault;
  readonly before?: Surface;
  readonly after?: Surface;
}

interface DevLoopParts {
  readonly clock: Clock;
  server(id: string): ManagedServer | undefined;
  entry(id: string): ServerEntry | undefined;
  /** Rejects with a fault where the command fails. */
  build(entry: ServerEntry, signal: AbortSignal): Promise<void>;
  log(id: string, text: string): void;
}

interface Loop {
  timer: ReturnType<typeof setTimeout> | undefined;
  isRunning: boolean;
  isChangedMeanwhile: boolean;
  /** Monotonic milliseconds until which changes may come from the build itself. */
  quietUntilMs: number;
  /** When the last build ended, in milliseconds since 1970: what was written later is not its work. */
  builtAt: number;
  last: KnownSurface | undefined;
}

/** An editor writes several files at once, and a file in several steps. */
const debounceMs = 300;
/** For calls that run when the files change. */
const graceMs = 2_000;
/** The system tells of a file some time after it was written. */
const buildEchoMs = 1_000;

/** Restarts servers when their files have changed, and tells what is different. It starts nothing that is stopped. */
export class DevLoop implements Disposable {
  readonly #parts: DevLoopParts;
  readonly #lifetime = new Lifetime();
  readonly #loops = new Map<string, Loop>();
  readonly #reports = signal<ReadonlyMap<string, RestartReport>>(new Map());

  constructor(parts: DevLoopParts) {
    this.#parts = parts;
    this.#lifetime.defer(() => this.#loops.forEach(({ timer }) => clearTimeout(timer)));
  }

  /** The last one of each server. */
  get reports(): ReadonlySignal<ReadonlyMap<string, RestartReport>> {
    return this.#reports;
  }

  /** A watched file of this server is another one now; `writtenAt`, where it is known, in milliseconds since 1970. */
  changed(id: string, writtenAt = 0): void {
    const loop = this.#loopOf(id);
    const server = this.#parts.server(id);
    if (this.#lifetime.ended || !server || !isWanted(server.state.peek())) return;
    if (this.#parts.clock.monotonicMs() < loop.quietUntilMs && writtenAt <= loop.builtAt) return;
    if (loop.isRunning) return void (loop.isChangedMeanwhile = true);
    clearTimeout(loop.timer);
    loop.timer = setTimeout(() => void this.#run(id, loop), debounceMs);
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #loopOf(id: string): Loop {
    const found = this.#loops.get(id) ?? {
      timer: undefined,
      isRunning: false,
      isChangedMeanwhile: false,
      quietUntilMs: Number.NEGATIVE_INFINITY,
      builtAt: 0,
      last: undefined,
    };
    this.#loops.set(id, found);
    return found;
  }

  /** A change meanwhile counts once: a build that writes watched files must not run for ever. */
  async #run(id: string, loop: Loop): Promise<void> {
    loop.isRunning = true;
    for (let round = 0; round < 2; round++) {
      loop.isChangedMeanwhile = false;
      await this.#restart(id, loop);
      if (!loop.isChangedMeanwhile || this.#lifetime.ended) break;
    }
    loop.isRunning = false;
  }

  async #restart(id: string, loop: Loop): Promise<void> {
    const { server: find, entry: entryOf, clock } = this.#parts;
    const server = find(id);
    const entry = entryOf(id);
    if (!server || !entry || !isWanted(server.state.peek())) return;
    loop.last = knownSurface(server) ?? loop.last;
    try {
      if (entry.options.dev?.build) await this.#build(entry, loop);
      await server.restart(graceMs);
      const after = await surfaceOf(server);
      const before = { ...after, ...loop.last };
      const { summaryOf } = await import('./surfaceSummary.ts');
      this.#report(id, { at: clock.now(), summary: summaryOf(before, after), before, after });
      loop.last = after;
    } catch (error) {
      const fault = Fault.from(error);
      if (fault.code !== 'cancelled') this.#report(id, { at: clock.now(), summary: staleText(fault), fault });
    } finally {
      if (entry.options.dev?.build) loop.quietUntilMs = clock.monotonicMs() + buildEchoMs;
    }
  }

  async #build(entry: ServerEntry, loop: Loop): Promise<void> {
    try {
      await this.#parts.build(entry, this.#lifetime.signal);
    } finally {
      loop.builtAt = this.#parts.clock.now();
    }
  }

  #report(id: string, report: RestartReport): void {
    if (this.#lifetime.ended) return;
    this.#reports.value = new Map(this.#reports.peek()).set(id, report);
    this.#parts.log(id, `files have changed: ${report.summary}`);
  }
}

function staleText({ code, message }: Fault): string {
  return code === 'server/build-failed' ? message : l10n.t('{0}; what it offered before is out of date', message);
}

/** A server that failed to start waits for the file that mends it. */
function isWanted({ kind }: ServerState): boolean {
  return kind !== 'disconnected' && kind !== 'pending';
}
