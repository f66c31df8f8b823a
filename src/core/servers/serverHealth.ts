import { type ReadonlySignal, effect } from '@preact/signals-core';
import { l10n } from '../../base/l10n.ts';
import type { Disposable } from '../../base/lifetime.ts';
import type { HealthFinding } from '../../contract/browse.ts';
import type { Clock } from '../ports/ports.ts';
import type { ManagedServer, ServerInfo, ServerState } from './model/server.ts';

const loopMs = 10 * 60_000;
const loopLosses = 3;
const keptStarts = 10;
/** Slower than this many times the usual, and by seconds: less is the machine. */
const slower = 2;
const slowerMs = 2_000;
const shownNames = 5;

/** What was seen of a server in this session. */
interface Seen {
  last: ServerState['kind'];
  connectingSince: number;
  readonly startsMs: number[];
  readonly losses: number[];
  tools: ReadonlySet<string>;
  readonly gone: Set<string>;
  isModern: boolean;
  /** The protocol version of a connection in the older era, after one in the newer. */
  fellBackTo: string | undefined;
}

/** Watches servers that run for what is no failure yet. */
export class ServerHealth implements Disposable {
  readonly #clock: Clock;
  readonly #seen = new Map<string, Seen>();
  readonly #stop: () => void;

  constructor(servers: ReadonlySignal<readonly ManagedServer[]>, clock: Clock) {
    this.#clock = clock;
    this.#stop = effect(() => {
      const stops = servers.value.map((server) => effect(() => this.#look(server)));
      return () => stops.forEach((stop) => stop());
    });
  }

  of(id: string): readonly HealthFinding[] {
    const seen = this.#seen.get(id);
    return seen
      ? [restarts(seen, this.#clock.now()), goneTools(seen), slowStart(seen), olderEra(seen)].filter(
          (found) => found !== undefined,
        )
      : [];
  }

  #look({ id, state, listedTools }: ManagedServer): void {
    const seen = this.#seen.get(id) ?? newlySeen();
    this.#seen.set(id, seen);
    const now = state.value;
    if (now.kind !== seen.last) this.#changed(seen, now);
    seen.last = now.kind;
    if (now.kind === 'connected') compareTools(seen, new Set(listedTools.value.map(({ name }) => name)));
  }

  #changed(seen: Seen, now: ServerState): void {
    if (now.kind === 'connecting') seen.connectingSince = now.since;
    if (now.kind === 'connected' && seen.last === 'connecting') {
      seen.startsMs.push(now.since - seen.connectingSince);
      if (seen.startsMs.length > keptStarts) seen.startsMs.shift();
    }
    if (now.kind === 'connected') compareEra(seen, now.info);
    if (now.kind === 'waiting' || now.kind === 'error') seen.losses.push(this.#clock.now());
    if (seen.losses.length > keptStarts) seen.losses.shift();
  }

  dispose(): void {
    this.#stop();
  }
}

function newlySeen(): Seen {
  return {
    last: 'disconnected',
    connectingSince: 0,
    startsMs: [],
    losses: [],
    tools: new Set(),
    gone: new Set(),
    isModern: false,
    fellBackTo: undefined,
  };
}

/** Most servers are of the older era and well; one that was of the newer and is refused there has changed. */
function compareEra(seen: Seen, { era, protocolVersion }: ServerInfo): void {
  seen.fellBackTo = era === 'legacy' && seen.isModern ? protocolVersion : undefined;
  seen.isModern ||= era === 'modern';
}

function olderEra({ fellBackTo }: Seen): HealthFinding | undefined {
  if (fellBackTo === undefined) return undefined;
  return {
    text: l10n.t('It refused the newer protocol that it spoke before, and is connected with {0}.', fellBackTo),
    advice: l10n.t(
      'It holds a session again: a restart of it loses the session and what was subscribed. It may have been downgraded, or a proxy may be in between.',
    ),
  };
}

/** An empty list is one that has not come yet. */
function compareTools(seen: Seen, tools: ReadonlySet<string>): void {
  if (tools.size === 0) return;
  for (const name of seen.tools) if (!tools.has(name)) seen.gone.add(name);
  for (const name of tools) seen.gone.delete(name);
  seen.tools = tools;
}

function restarts({ losses }: Seen, now: number): HealthFinding | undefined {
  const recent = losses.filter((at) => now - at < loopMs);
  if (recent.length < loopLosses) return undefined;
  return {
    text: l10n.t('It was lost {0} times within ten minutes.', recent.length),
    advice: l10n.t('See its log for what it printed before each end.'),
  };
}

function goneTools({ gone }: Seen): HealthFinding | undefined {
  if (gone.size === 0) return undefined;
  const names = [...gone].slice(0, shownNames).join(', ');
  return {
    text:
      gone.size > shownNames
        ? l10n.t('Tools that it offered before are gone: {0} and {1} more.', names, gone.size - shownNames)
        : l10n.t('Tools that it offered before are gone: {0}.', names),
    advice: l10n.t('It may have lost its sign-in or a service behind it: restart it, or see its log.'),
  };
}

function slowStart({ startsMs }: Seen): HealthFinding | undefined {
  const last = startsMs.at(-1) ?? 0;
  const earlier = startsMs.slice(0, -1).toSorted((a, b) => a - b);
  const usual = earlier[Math.floor(earlier.length / 2)];
  if (usual === undefined || earlier.length < 2 || last < usual * slower || last - usual < slowerMs) return undefined;
  return {
    text: l10n.t('Its last start took {0} s, before that {1} s.', seconds(last), seconds(usual)),
    advice: l10n.t('It may download something anew, or wait for a service: see its log.'),
  };
}

const seconds = (ms: number): string => (ms / 1_000).toFixed(1);
