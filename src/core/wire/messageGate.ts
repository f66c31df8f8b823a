import { type BudgetName, budgetExceeded } from '../../base/faults/limitFaults.ts';
import type { Fault } from '../../base/fault.ts';
import type { Budgets } from './budgets.ts';

/** A rest of this length begins a new story. */
const restMs = 500;
/** Held back for longer than this is worth a row. */
const worthTellingMs = 100;
/** Timers are no finer, and a stream is not worth resuming for less. */
const leastWaitMs = 5;
/** Between two looks at whether the server has read what waits for it. */
const unreadWaitMs = 50;

interface GateEvents {
  /** The server is being slowed. */
  slowed(): void;
}

/**
 * Counts what one server sends over one connection, whatever the transport, and says how long its output is to be
 * left unread. One for all streams of the connection.
 */
export class MessageGate {
  readonly budgets: Budgets;
  readonly #events: GateEvents;
  readonly #cpuMs: () => number;
  #onStop: () => void = () => {};
  #fault: Fault | undefined;
  #messages = 0;
  #busyMs = 0;
  /** What this process had used at the last look: from the first excess to the next rest. */
  #usedMs: number | undefined;
  #heldMs = 0;
  #unread = 0;
  #lastMs = 0;
  #answers = 0;
  #told = false;

  constructor(budgets: Budgets, events: GateEvents, cpuMs = processCpuMs) {
    this.budgets = budgets;
    this.#events = events;
    this.#cpuMs = cpuMs;
  }

  /** Why the server was stopped. */
  get fault(): Fault | undefined {
    return this.#fault;
  }

  /** Called once, as soon as a hard budget is used up. */
  whenStopped(run: () => void): void {
    this.#onStop = run;
  }

  /** The message in hand is the response to a request of ours. */
  answered(): void {
    this.#answers++;
  }

  /** A response of ours is on its way; `sent` settles when the server, or its pipe, has taken it. */
  responding(sent: Promise<void>): void {
    this.#unread++;
    const taken = (): void => void this.#unread--;
    sent.then(taken, taken);
  }

  /** After each slice: answers with how many milliseconds to leave the server's output unread. */
  took(messages: number, busyMs: number, now = performance.now()): number {
    const unasked = Math.max(0, messages - this.#answers);
    const share = messages === 0 ? 1 : unasked / messages;
    this.#answers = 0;
    return this.#wait(unasked, busyMs * share, now);
  }

  #wait(messages: number, busyMs: number, now: number): number {
    const { messagesPerSecond, burstMessages, busyShare, burstBusyMs, unreadResponses } = this.budgets;
    const passedMs = now - this.#lastMs;
    this.#lastMs = now;
    if (passedMs > restMs) [this.#heldMs, this.#usedMs] = [0, undefined];
    this.#messages = Math.max(0, this.#messages - (passedMs * messagesPerSecond) / 1_000) + messages;
    this.#busyMs = Math.max(0, this.#busyMs - passedMs * busyShare) + this.#ownShare(busyMs);
    const excess = {
      flood: ((this.#messages - burstMessages) * 1_000) / messagesPerSecond,
      busy: (this.#busyMs - burstBusyMs) / busyShare,
      unread: this.#unread > unreadResponses ? unreadWaitMs : 0,
    };
    const excessMs = Math.max(excess.flood, excess.busy, excess.unread);
    if (excessMs <= 0) return 0;
    const waitMs = Math.min(restMs, Math.max(leastWaitMs, excessMs));
    this.#hold(waitMs, excess.unread > 0 ? 'unread' : excess.flood >= excess.busy ? 'flood' : 'busy');
    return waitMs;
  }

  /** Where other programs have the processor, time passes that no server has cost: no more counts than this process used. */
  #ownShare(busyMs: number): number {
    const before = this.#usedMs;
    if (before === undefined && this.#busyMs <= this.budgets.burstBusyMs) return busyMs;
    this.#usedMs = this.#cpuMs();
    return before === undefined ? busyMs : Math.min(busyMs, this.#usedMs - before);
  }

  #hold(waitMs: number, why: 'flood' | 'busy' | 'unread'): void {
    this.#heldMs += waitMs;
    if (this.#heldMs > worthTellingMs && !this.#told) {
      this.#told = true;
      this.#events.slowed();
    }
    const { floodMs, messagesPerSecond, busyShare, unreadResponses } = this.budgets;
    if (this.#heldMs <= floodMs) return;
    const limits = { flood: messagesPerSecond, busy: Math.round(busyShare * 100), unread: unreadResponses };
    this.stop(why, limits[why], Math.ceil(floodMs / 1_000));
  }

  /** A hard budget is used up. */
  stop(budget: BudgetName, limit: number, found?: number): void {
    if (this.#fault) return;
    this.#fault = budgetExceeded(budget, limit, found);
    this.#onStop();
  }
}

function processCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
