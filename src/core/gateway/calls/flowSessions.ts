import type { FlowLabel } from '../../trust/flows/flowLabels.ts';

/** A call that brought something into a session. */
export interface FlowCall {
  readonly server: string;
  /** A tool, or a resource. */
  readonly what: string;
  /** Its arguments in a few words, redacted. */
  readonly args: string;
}

/** Private data and untrusted content met in a session, by these calls, the latest first. */
export interface ToxicFlow {
  readonly private: readonly FlowCall[];
  readonly untrusted: readonly FlowCall[];
  /** The same for the same servers: what the user allows for a session. */
  readonly key: string;
}

interface Session {
  lastMs: number;
  readonly private: Map<string, FlowCall>;
  readonly untrusted: Map<string, FlowCall>;
  readonly allowed: Set<string>;
}

/** An agent that makes no call for so long is counted as a new one: what it knew of is hardly in its context any more. */
const sessionMs = 60 * 60_000;
const maxSessions = 200;
const maxSources = 100;

/**
 * What each agent has taken in. An agent is known by the name of its client and not by a connection: VS Code has one
 * connection for each server, a stateless agent has none, and what a model has read outlives a reconnect. Agents that
 * give the same name share a session, which asks once too often rather than once too few.
 */
export class FlowSessions {
  readonly #sessions = new Map<string, Session>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** What led to a call that can send out; `undefined` where nothing did, or the user has allowed it for the session. */
  leadingTo(agent: string, server: string): ToxicFlow | undefined {
    const session = this.#session(agent);
    if (session.private.size === 0 || session.untrusted.size === 0) return undefined;
    const key = flowKey(session, server);
    if (session.allowed.has(key)) return undefined;
    return { private: latest(session.private), untrusted: latest(session.untrusted), key };
  }

  /** When the call begins: what it gives may reach the agent before it ends. */
  record(agent: string, labels: ReadonlySet<FlowLabel>, call: FlowCall): void {
    const session = this.#session(agent);
    for (const label of ['private', 'untrusted'] as const) if (labels.has(label)) keep(session[label], call);
  }

  /** Until something comes in from another server. */
  allow(agent: string, { key }: ToxicFlow): void {
    this.#session(agent).allowed.add(key);
  }

  #session(agent: string): Session {
    const now = this.#now();
    const known = this.#sessions.get(agent);
    const session =
      known && now - known.lastMs < sessionMs
        ? known
        : { lastMs: now, private: new Map(), untrusted: new Map(), allowed: new Set<string>() };
    session.lastMs = now;
    this.#sessions.delete(agent); // the latest is the last one
    this.#sessions.set(agent, session);
    for (const [oldest] of this.#sessions) {
      if (this.#sessions.size <= maxSessions) break;
      this.#sessions.delete(oldest);
    }
    return session;
  }
}

function keep(calls: Map<string, FlowCall>, call: FlowCall): void {
  const key = `${call.server}\0${call.what}`;
  calls.delete(key);
  calls.set(key, call);
  const [oldest] = calls.keys();
  if (calls.size > maxSources && oldest !== undefined) calls.delete(oldest);
}

function latest(calls: ReadonlyMap<string, FlowCall>): readonly FlowCall[] {
  return [...calls.values()].toReversed();
}

function flowKey(session: Session, server: string): string {
  const from = (calls: ReadonlyMap<string, FlowCall>): readonly string[] =>
    [...new Set([...calls.values()].map((call) => call.server))].toSorted();
  return JSON.stringify([server, from(session.private), from(session.untrusted)]);
}
