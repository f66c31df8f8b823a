import { cancelled } from '../../../base/commonFaults.ts';
import { Fault } from '../../../base/fault.ts';
import type { Disposable } from '../../../base/lifetime.ts';
import type { Log } from '../../../base/log.ts';
import { type ServiceCall, ServiceConnection } from './connection.ts';
import { withDeadline } from './deadline.ts';
import { ConnectionReuse } from './connectionReuse.ts';
import { ConnectionLimiter } from './connectionLimiter.ts';
import { connectFirst } from './connectFirst.ts';
import type { Reply } from './reply.ts';
import { type SafetyRules, systemRules } from './socketSafety.ts';

interface SocketClientOptions {
  readonly candidates: readonly [string, ...string[]];
  readonly maxMessageBytes: number;
  readonly log: Log;
  readonly rules?: SafetyRules;
}

interface RepeatableCall extends ServiceCall {
  /** Idempotent, so the call is repeated after a lost connection. */
  readonly repeatable: boolean;
}

/** Calls a service over its socket: on the one kept connection, or on a lane of its own while there is none. */
export class SocketClient implements Disposable {
  readonly #options: SocketClientOptions;
  readonly #lanes = new ConnectionLimiter();
  readonly #keeper = new ConnectionReuse(this.#lanes);
  readonly #open = new Set<ServiceConnection>();
  #ended = false;

  constructor(options: SocketClientOptions) {
    this.#options = options;
  }

  async call(call: RepeatableCall): Promise<Reply> {
    try {
      return await this.#once(call);
    } catch (error) {
      if (!maySendAgain(error, call)) throw error;
      this.#options.log.debug('the connection was lost; sending again', { method: call.method });
      return this.#once(call);
    }
  }

  dispose(): void {
    this.#ended = true;
    for (const connection of this.#open) connection.dispose();
    this.#lanes.dispose();
  }

  #once(call: RepeatableCall): Promise<Reply> {
    const { kept } = this.#keeper;
    return kept ? kept.send(call) : withDeadline(call, (limited, signal) => this.#onOwnLane(limited, signal));
  }

  async #onOwnLane(call: RepeatableCall, signal: AbortSignal): Promise<Reply> {
    for (;;) {
      const lane = await this.#lanes.enter(signal);
      if (lane !== undefined) return this.#alone(lane, call, signal);
      if (this.#ended) throw cancelled('stopped');
      const { kept } = this.#keeper;
      if (kept) return kept.send(call);
    }
  }

  async #alone(lane: number, call: RepeatableCall, signal: AbortSignal): Promise<Reply> {
    let connection: ServiceConnection | undefined;
    try {
      connection = (await this.#keeper.take(call.repeatable, signal)) ?? (await this.#connect(signal));
      const sentAt = performance.now();
      const reply = await connection.send(call);
      void this.#afterAnswer(connection, lane, performance.now() - sentAt);
      return reply;
    } catch (error) {
      connection?.dispose(); // ends the service's work with it
      this.#lanes.leave(lane);
      throw error;
    }
  }

  /** The lane is occupied until it is known whether the connection stays open. */
  async #afterAnswer(connection: ServiceConnection, lane: number, latencyMs: number): Promise<void> {
    this.#lanes.answered();
    // Only a connection that was served before counts: others may not have been accepted yet.
    const servesMany = [...this.#open].some((other) => other !== connection && other.open && other.answers > 0);
    await this.#keeper.answered(connection, lane, servesMany, latencyMs);
    this.#lanes.leave(lane);
  }

  async #connect(signal: AbortSignal): Promise<ServiceConnection> {
    const { candidates, rules = systemRules } = this.#options;
    const socket = await connectFirst(candidates, rules, signal).catch((error: unknown) => {
      this.#keeper.startOver();
      throw error;
    });
    const connection = new ServiceConnection(socket, this.#options);
    if (this.#ended) connection.dispose();
    this.#open.add(connection);
    void connection.closed.then(() => this.#forget(connection));
    return connection;
  }

  #forget(connection: ServiceConnection): void {
    this.#open.delete(connection);
    this.#keeper.forget(connection);
  }
}

function maySendAgain(error: unknown, call: RepeatableCall): boolean {
  if (call.signal?.aborted) return false;
  return Fault.is(error, 'socket/not-delivered') || (call.repeatable && Fault.is(error, 'socket/closed'));
}
