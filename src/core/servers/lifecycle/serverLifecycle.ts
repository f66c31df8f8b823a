import { gaveUp, notReachable, unknownServer } from '../../../base/faults/serverFaults.ts';
import { cancelled } from '../../../base/commonFaults.ts';
import { configInvalid } from '../../../base/faults/configFaults.ts';
import { type ReadonlySignal, signal } from '@preact/signals-core';
import { orAborted, sleep } from '../../../base/async.ts';
import { Fault, messageOf } from '../../../base/fault.ts';
import { type Lifetime, Renewable } from '../../../base/lifetime.ts';
import { backoffMs } from '../connection/backoff.ts';
import type { Connection } from '../connection/connection.ts';
import type { LifecycleOptions, Outage, Run } from './lifecycleOptions.ts';
import { type PendingReason, type ServerState, isOutage } from '../model/server.ts';
import { isWorthAnotherTry, leastPauseMs, pauseMs, pendingFault, pendingReasons, retryAfterMs } from './retryRules.ts';

/** After this time a connection counts as stable: a later loss starts a new count of attempts. */
const stableMs = 60_000;
const pingTimeoutMs = 10_000;
const missedPings = 2;

/** Controls when a server runs: shared starts, loss and retry, idle stop, health checks, trust. One run at a time. */
export class ServerLifecycle {
  readonly #options: LifecycleOptions;
  readonly #state = signal<ServerState>({ kind: 'disconnected', reason: 'never' });
  readonly #runs = new Renewable();
  #run: Run | undefined;
  #starting: Promise<Connection> | undefined;
  #closing: Promise<unknown> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #attempts = 0;
  /** Monotonic milliseconds before which no call or list causes an attempt. */
  #notBefore = Number.NEGATIVE_INFINITY;
  /** Monotonic milliseconds of the next attempt; what users see of it follows the wall clock. */
  #retryDue = 0;
  /** A start during an outage is under way: its caller may also wait for the next one. */
  #isStartingAgain = false;
  #suspended: PendingReason | undefined;
  #disabled = false;
  #disposed = false;
  #inUse = 0;
  #lastUse = 0;

  constructor(options: LifecycleOptions) {
    this.#options = options;
  }

  get state(): ReadonlySignal<ServerState> {
    return this.#state;
  }

  get connection(): Connection | undefined {
    return this.#run?.connection;
  }

  /** The connection that a call can use at once. */
  get ready(): Connection | undefined {
    return this.#isStartingAgain || this.#outage() ? undefined : this.#run?.connection;
  }

  /** A caller is waiting for it. */
  get isInUse(): boolean {
    return this.#inUse > 0;
  }

  /** The running connection, or a new one. A caller that comes while it starts shares that start. */
  ensure(): Promise<Connection> {
    return this.#run ? Promise.resolve(this.#run.connection) : this.#startOnce(this.#state.peek().kind === 'waiting');
  }

  /**
   * For a call. During an outage calls try too, but not all the time, and use up none of the attempts: a server that
   * many agents call would be given up within a second. The call waits within its own timeout.
   */
  async reach(timeoutMs: number, signal?: AbortSignal): Promise<Connection> {
    const { clock } = this.#options;
    const giveUpAt = clock.monotonicMs() + timeoutMs;
    await this.#pauseAfterFailedStart(giveUpAt, signal);
    for (;;) {
      const outage = this.#outage();
      if (!outage && !this.#isStartingAgain) return orAborted(this.ensure(), signal);
      if (!outage) {
        await orAborted(
          this.ensure().catch(() => {}),
          signal,
        );
        if (this.#run) return this.#run.connection;
        continue;
      }
      const waitMs = this.#notBefore - clock.monotonicMs();
      if (clock.monotonicMs() + waitMs >= giveUpAt) throw this.#notReachable(outage);
      // In steps: after a long `Retry-After` a user may have connected it meanwhile.
      if (waitMs > 0) await sleep(Math.min(waitMs, leastPauseMs), signal);
      else
        await orAborted(
          this.#startOnce(true, outage).catch(() => {}),
          signal,
        );
    }
  }

  /** A program that exits at its start is not started anew by each of many calls. */
  async #pauseAfterFailedStart(giveUpAt: number, signal: AbortSignal | undefined): Promise<void> {
    const state = this.#state.peek();
    const waitMs = this.#notBefore - this.#options.clock.monotonicMs();
    const failure = state.kind === 'error' ? state.fault : undefined;
    if (!failure || isOutage(state) || waitMs <= 0) return;
    if (this.#notBefore >= giveUpAt) throw failure;
    await sleep(waitMs, signal);
  }

  /** For a list: an attempt that does not count, unless there was one just now. Never rejects: the state tells. */
  async tryAgain(): Promise<void> {
    const { kind } = this.#state.peek();
    if ((kind !== 'waiting' && kind !== 'error') || this.#options.clock.monotonicMs() < this.#notBefore) return;
    const outage = this.#outage();
    await this.#quietly('retry failed', outage ? this.#startOnce(true, outage) : this.ensure());
  }

  /** Why a call cannot be made now; `undefined` if the server is not lost. */
  get outageFault(): Fault | undefined {
    const outage = this.#outage();
    return outage && this.#notReachable(outage);
  }

  /** `undefined` while connected or connecting. */
  #outage(): Outage | undefined {
    const state = this.#state.peek();
    return isOutage(state) ? state : undefined;
  }

  #notReachable(outage: Outage): Fault {
    const { clock } = this.#options;
    return notReachable(outage.fault, outage.kind === 'waiting' ? this.#retryDue - clock.monotonicMs() : undefined);
  }

  /** While `work` runs, the server is not idle. */
  async use<T>(work: () => Promise<T>): Promise<T> {
    this.#inUse++;
    try {
      return await work();
    } finally {
      this.#inUse--;
      this.#lastUse = this.#options.clock.monotonicMs();
    }
  }

  /** `outage` is the state to restore if an attempt of a call fails: it does not count. */
  #startOnce(again: boolean, outage?: Outage): Promise<Connection> {
    this.#starting ??= this.#start(again, outage).finally(() => {
      this.#starting = undefined;
    });
    return this.#starting;
  }

  /** Never rejects: the state tells. */
  async #quietly(failed: string, starting: Promise<Connection>): Promise<void> {
    try {
      await starting;
    } catch (error) {
      this.#options.log.debug(failed, { reason: Fault.from(error).message });
    }
  }

  async #start(again: boolean, outage?: Outage): Promise<Connection> {
    this.#refuseIfBarred();
    this.#stopTimer();
    const { clock } = this.#options;
    const lifetime = this.#runs.renew();
    this.#isStartingAgain = again && isOutage(this.#state.peek());
    this.#state.value = { kind: 'connecting', since: clock.now() };
    await this.#closing; // the last process must be gone: it may hold a port or a lock
    try {
      if (lifetime.ended) throw cancelled('startCancelled');
      const connection = await this.#options.open(lifetime.signal, (ending) => {
        this.#closing = Promise.all([this.#closing, ending]);
      });
      if (lifetime.ended) {
        await connection.close(); // stopped just as it became ready
        throw cancelled('startCancelled');
      }
      this.#adopt(connection, lifetime, again);
      return connection;
    } catch (error) {
      const fault = Fault.from(error);
      this.#notBefore = clock.monotonicMs() + pauseMs(fault);
      this.#isStartingAgain = false;
      if (!lifetime.ended && outage && isWorthAnotherTry(fault, again)) this.#resume(outage);
      else if (!lifetime.ended) this.#failed(fault, again);
      throw fault;
    }
  }

  #refuseIfBarred(): void {
    if (this.#disposed) throw unknownServer('removed');
    if (this.#suspended) throw pendingFault(this.#suspended);
    if (this.#disabled) throw configInvalid('thisDisabled');
  }

  #adopt(connection: Connection, lifetime: Lifetime, again: boolean): void {
    const { clock, limits } = this.#options;
    const run: Run = { connection, lifetime, since: clock.monotonicMs() };
    this.#run = run;
    this.#isStartingAgain = false;
    this.#lastUse = run.since;
    lifetime.defer(() => this.#release(run));
    const check = setInterval(() => void this.#check(run), limits.checkEveryMs);
    lifetime.defer(() => (clearInterval(check), clearTimeout(run.turn)));
    this.#state.value = { kind: 'connected', since: clock.now(), info: connection.info };
    this.#options.connected(connection, lifetime, again);
    void connection.closed.then(() => this.lose(connection, undefined));
  }

  #release(run: Run): void {
    if (this.#run === run) this.#run = undefined;
    this.#options.disconnected(run.connection);
    this.#closing = run.connection.close().catch((error: unknown) => {
      this.#options.log.warn('close failed', { reason: messageOf(error) });
    });
  }

  #failed(fault: Fault, again: boolean): void {
    this.#runs.current?.dispose();
    const pending = pendingReasons[fault.code];
    if (pending) this.#state.value = { kind: 'pending', reason: pending };
    else if (fault.code === 'cancelled') this.#state.value = { kind: 'disconnected', reason: 'cancelled' };
    else if (isWorthAnotherTry(fault, again)) this.#wait(fault);
    else this.#fail(fault);
  }

  #fail(fault: Fault): void {
    this.#attempts = 0;
    const tail = fault.data?.['stderrTail'];
    this.#state.value = { kind: 'error', fault, stderrTail: typeof tail === 'string' ? tail : '' };
  }

  /** The connection broke, or is unusable. A late event of an earlier connection is ignored. */
  lose(connection: Connection, error: unknown): void {
    const run = this.#run;
    if (run?.connection !== connection || run.lifetime.ended) return;
    const fault = this.#options.explainLoss(connection, error);
    this.#options.log.warn('connection lost', { reason: fault.message });
    if (this.#options.clock.monotonicMs() - run.since >= stableMs) this.#attempts = 0;
    this.#notBefore = run.since + leastPauseMs; // it may be back shortly, or close each connection at once
    run.lifetime.dispose();
    if (fault.code === 'limit/exceeded') this.#fail(fault);
    else this.#wait(fault);
  }

  /** The session is gone, the server is not: a new session is opened at once, for the same caller. */
  async replace(connection: Connection): Promise<Connection> {
    const run = this.#run;
    if (run?.connection === connection) {
      run.lifetime.dispose();
      return this.#startOnce(true);
    }
    return this.ensure();
  }

  #resume(outage: Outage): void {
    this.#runs.current?.dispose();
    this.#state.value = outage;
    if (outage.kind === 'waiting') this.#retryIn(this.#retryDue - this.#options.clock.monotonicMs());
  }

  #retryIn(ms: number): void {
    this.#retryDue = this.#options.clock.monotonicMs() + ms;
    this.#timer = setTimeout(() => void this.retryNow(), Math.max(0, ms));
  }

  #wait(fault: Fault): void {
    const { limits, clock, random } = this.#options;
    const attempt = ++this.#attempts;
    if (attempt > limits.reconnectAttempts) return this.#fail(gaveUp(fault, limits.reconnectAttempts));
    const ms = Math.max(backoffMs(attempt, random), retryAfterMs(fault));
    const attempts = limits.reconnectAttempts;
    this.#state.value = { kind: 'waiting', attempt, attempts, retryAt: clock.now() + ms, fault };
    this.#retryIn(ms);
  }

  #stopTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Never rejects: the state tells. */
  async retryNow(): Promise<void> {
    if (this.#state.peek().kind === 'waiting') await this.#quietly('retry failed', this.ensure());
  }

  async stop(reason: 'stopped' | 'idle' = 'stopped'): Promise<void> {
    await this.#end({ kind: 'disconnected', reason });
  }

  /**
   * Ends the run and starts again without being stopped in between: what agents have stays listed, and calls that come
   * meanwhile wait for the next run. Those that run have some time to end.
   */
  async restart(graceMs: number): Promise<void> {
    await this.#starting?.catch(() => {});
    const run = this.#run;
    this.#run = undefined;
    if (run) this.#starting = this.#restart(run, graceMs).finally(() => (this.#starting = undefined));
    await this.ensure();
  }

  async #restart({ connection, lifetime }: Run, graceMs: number): Promise<Connection> {
    this.#state.value = { kind: 'connecting', since: this.#options.clock.now() };
    await connection.drain(graceMs, cancelled('restarted'));
    if (lifetime.ended) throw cancelled('startCancelled');
    return this.#start(false);
  }

  async suspend(reason: PendingReason): Promise<void> {
    const state = this.#state.peek();
    if (this.#suspended === reason && state.kind === 'pending' && state.reason === reason) return;
    this.#suspended = reason;
    await this.#end({ kind: 'pending', reason });
  }

  approve(): void {
    this.#suspended = undefined;
    if (this.#state.peek().kind === 'pending') this.#state.value = this.#atRest();
  }

  async setDisabled(disabled: boolean): Promise<void> {
    if (this.#disabled === disabled) return;
    this.#disabled = disabled;
    if (this.#suspended) return;
    if (disabled) await this.#end(this.#atRest());
    else this.#state.value = this.#atRest();
  }

  #atRest(): ServerState {
    return { kind: 'disconnected', reason: this.#disabled ? 'disabled' : 'never' };
  }

  async dispose(): Promise<void> {
    this.#disposed = true;
    await this.#end({ kind: 'disconnected', reason: 'stopped' });
    this.#runs.dispose();
  }

  async #end(state: ServerState): Promise<void> {
    this.#stopTimer();
    this.#attempts = 0;
    const starting = this.#starting;
    this.#runs.current?.dispose();
    this.#state.value = state;
    await starting?.catch(() => {}); // it was aborted just now, and cleans up behind itself
    await this.#closing;
  }

  async #check(run: Run): Promise<void> {
    const { clock, limits } = this.#options;
    if (!this.#isAtRest(run)) return;
    const quietMs = clock.monotonicMs() - this.#lastUse;
    if (limits.idleStopMs > 0 && quietMs >= limits.idleStopMs && !this.#options.isHeld()) return this.stop('idle');
    if (run.turn === undefined && this.#isSilent(run)) await this.#pingInTurn(run);
  }

  #isAtRest(run: Run): boolean {
    return !run.lifetime.ended && this.#inUse === 0 && !this.#options.isPaused();
  }

  #isSilent({ connection }: Run): boolean {
    return connection.quietForMs() >= this.#options.limits.checkEveryMs;
  }

  async #pingInTurn(run: Run): Promise<void> {
    const { clock, pace } = this.#options;
    const waitMs = pace?.takeTurn(clock.monotonicMs()) ?? 0;
    if (waitMs === 0) return this.#probe(run);
    run.turn = setTimeout(() => {
      run.turn = undefined;
      if (this.#isAtRest(run) && this.#isSilent(run)) void this.#probe(run);
    }, waitMs);
  }

  /** Possibly lost: ping the server rather than wait for the next health check. */
  async checkNow(connection: Connection): Promise<void> {
    const run = this.#run;
    if (run?.connection !== connection) return;
    run.check ??= this.#probe(run).finally(() => (run.check = undefined));
    await run.check;
  }

  async #probe(run: Run): Promise<void> {
    for (let missed = 0; missed < missedPings; missed++) {
      try {
        return await run.connection.ping(pingTimeoutMs);
      } catch (error) {
        if (run.lifetime.ended) return;
        if (this.#options.isSessionLost(run.connection, error))
          return this.#quietly('no new session', this.replace(run.connection));
        if (this.#inUse > 0) return;
        if (missed + 1 === missedPings) this.lose(run.connection, error);
      }
    }
  }
}
