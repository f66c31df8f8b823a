import { l10n } from '../../../base/l10n.ts';
import { queueFull } from '../../../base/commonFaults.ts';
import { Semaphore, withTimeout } from '../../../base/async.ts';
import { Fault } from '../../../base/fault.ts';
import type { Disposable } from '../../../base/lifetime.ts';
import type { ClientRequests } from '../model/clientRequests.ts';
import type { Connection } from '../connection/connection.ts';
import { Deadline, type PauseSwitch } from '../connection/deadline.ts';
import { callFault, hasMoved, isNetworkFailure, isNotSent, isUnreachable, lossFault } from '../connection/failure.ts';
import { isSessionLost, isSessionRefused } from '../connection/sessionLoss.ts';
import type { Launch, ServerLimits } from '../model/launch.ts';
import type { CallOptions } from '../model/server.ts';
import type { ServerLifecycle } from '../lifecycle/serverLifecycle.ts';
import type { StatisticsCounter } from './serverStatistics.ts';
import { urlElicitationsIn, runUrlElicitations } from './urlElicitations.ts';

interface CallsOptions {
  readonly server: string;
  readonly lifetime: ServerLifecycle;
  readonly statistics: StatisticsCounter;
  readonly limits: ServerLimits;
  readonly clientRequests: ClientRequests;
  /** How the running connection was made. */
  launch(): Launch;
  /** The next connection may find it elsewhere. */
  readonly mayMove: boolean;
  readonly pause: PauseSwitch;
}

/** `timed` are the options of the call, with the time that it has waited already. */
type Work<T> = (connection: Connection, timed: CallOptions) => Promise<T>;

/** How often one call is repeated after a browser step was done. Sign-ins are counted by their session, which says why it gives up. */
const maxRepeats = 3;
const exitReasonMs = 1_000;

/** Runs calls: a bounded number at once, on a server that is started if necessary, with failures as faults. */
export class ServerCalls {
  readonly #options: CallsOptions;
  #slots: Semaphore;
  #size: number;

  constructor(options: CallsOptions) {
    this.#options = options;
    this.#size = options.limits.maxConcurrentCalls;
    this.#slots = new Semaphore(this.#size);
  }

  run<T>(options: CallOptions, work: Work<T>): Promise<T> {
    const { lifetime, limits } = this.#options;
    this.#adjust(limits.maxConcurrentCalls);
    if (this.#slots.waiting >= limits.maxQueuedCalls) {
      return Promise.reject(lifetime.outageFault ?? queueFull('calls', limits.maxQueuedCalls));
    }
    const since = performance.now();
    return lifetime.use(() => this.#queued(options, () => this.#measured(options, since, work)));
  }

  /** One of the running calls waits for what will never come: until this is disposed, another may run in its place. */
  lend(): Disposable {
    return this.#slots.lend();
  }

  /** The time in the queue is part of the call's time-out. */
  async #queued<T>(options: CallOptions, work: () => Promise<T>): Promise<T> {
    if (!this.#slots.isFull) return this.#slots.run(work, options.signal);
    const quietMs = this.#timeoutMs(options);
    const { pause } = this.#options;
    const deadline = new Deadline({
      quietMs,
      totalMs: 0,
      what: l10n.t('A call in the queue'),
      signal: options.signal,
      pause,
    });
    try {
      return await this.#slots.run(() => (deadline.dispose(), work()), deadline.signal);
    } catch (error) {
      const { outageFault } = this.#options.lifetime;
      throw Fault.is(error, 'timeout') && deadline.signal.aborted && outageFault ? outageFault : error;
    } finally {
      deadline.dispose();
    }
  }

  #timeoutMs({ timeoutMs = this.#options.limits.callTimeoutMs }: CallOptions): number {
    return timeoutMs;
  }

  /** Running calls keep their slot in the old semaphore. */
  #adjust(size: number): void {
    if (size === this.#size) return;
    this.#size = size;
    this.#slots = new Semaphore(size);
  }

  async #measured<T>(options: CallOptions, since: number, work: Work<T>): Promise<T> {
    const { lifetime, statistics } = this.#options;
    const waitedMs = performance.now() - since;
    const connection = lifetime.ready ?? (await lifetime.reach(this.#timeoutMs(options) - waitedMs, options.signal));
    const begin = performance.now();
    let askedMs = 0;
    const onAsked = (ms: number): void => {
      askedMs += ms;
      options.onAsked?.(ms);
    };
    const latencyMs = (): number => Math.max(0, performance.now() - begin - askedMs);
    try {
      const result = await this.#guarded(connection, { ...options, onAsked }, since, work);
      statistics.called(latencyMs(), false);
      return result;
    } catch (error) {
      statistics.called(latencyMs(), !Fault.is(error, 'cancelled'));
      throw error;
    }
  }

  async #guarded<T>(connection: Connection, options: CallOptions, since: number, work: Work<T>): Promise<T> {
    let current = connection;
    for (let helped = 0; ;) {
      try {
        // Made again, it gets its time again: a user may have been busy in the browser meanwhile.
        return await work(current, helped === 0 && current === connection ? { ...options, since } : options);
      } catch (error) {
        if (await this.#wasEnabled(current, error, options, helped++ < maxRepeats)) continue;
        const next = current === connection ? this.#reconnected(error, connection, options, since) : undefined;
        if (!next) throw await this.#explain(error, current);
        current = await next; // the request was not received: it is safe to repeat, once
      }
    }
  }

  /** The next connection, if this one never delivered the request. */
  #reconnected(
    error: unknown,
    connection: Connection,
    options: CallOptions,
    since: number,
  ): Promise<Connection> | undefined {
    const { lifetime, mayMove } = this.#options;
    if (isSessionRefused(error, connection.tapped.sessionId) || (mayMove && hasMoved(error)))
      return lifetime.replace(connection);
    if (connection.channel.process || !isNotSent(error)) return undefined;
    lifetime.lose(connection, error);
    return lifetime.reach(this.#timeoutMs(options) - (performance.now() - since), options.signal);
  }

  /** More rights were granted, or a user did in the browser what the server wanted first. */
  async #wasEnabled(
    connection: Connection,
    error: unknown,
    { signal, onAsked }: CallOptions,
    mayRepeat: boolean,
  ): Promise<boolean> {
    const { server, clientRequests } = this.#options;
    const begin = performance.now();
    try {
      if (await connection.wasGrantedMore(error)) return true;
      if (!mayRepeat) return false;
      return await runUrlElicitations(
        urlElicitationsIn(error),
        connection,
        server,
        clientRequests,
        signal ?? connection.signal,
      );
    } catch (refusal) {
      throw await this.#explain(refusal, connection);
    } finally {
      onAsked?.(performance.now() - begin);
    }
  }

  async #explain(cause: unknown, connection: Connection): Promise<Fault> {
    const { lifetime, launch } = this.#options;
    const { channel } = connection;
    if (Fault.is(cause, 'cancelled')) return cause;
    if (isNetworkFailure(cause)) {
      // A broken pipe is only a symptom: the exit of the process, a moment later, has the reason.
      if (channel.process) await withTimeout(connection.closed, exitReasonMs, 'The exit').catch(() => {});
      else if (isUnreachable(cause)) lifetime.lose(connection, cause);
      else void lifetime.checkNow(connection); // one request was reset: the others may be unaffected
      return lossFault(launch(), channel, cause);
    }
    if (isSessionLost(cause, connection.tapped.sessionId)) void lifetime.checkNow(connection); // not repeated: it may have run
    if (connection.isClosed) return lossFault(launch(), channel);
    return connection.explainRefusal(cause) ?? callFault(cause, connection.tapped.strayAnswers);
  }
}

/** The time of one tool wins over that of its server. */
export function withToolTimeout({ toolTimeoutsMs }: ServerLimits, tool: string, options: CallOptions): CallOptions {
  const timeoutMs = Object.hasOwn(toolTimeoutsMs, tool) ? toolTimeoutsMs[tool] : undefined;
  return timeoutMs === undefined ? options : { timeoutMs, ...options };
}
