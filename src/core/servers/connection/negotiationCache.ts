import { createHash } from 'node:crypto';
import { canonicalJson, isRecord } from '../../../base/json.ts';
import type { Era } from '../../../contract/inspector.ts';
import type { Clock, MemoryPort } from '../../ports/ports.ts';
import type { Launch, TransportKind } from '../model/launch.ts';

/** How a server was reached last time. */
interface NegotiatedEra {
  readonly kind: TransportKind;
  readonly era: Era;
  readonly version: string;
}

export interface NegotiationCache {
  read(): NegotiatedEra | undefined;
  write(verdict: NegotiatedEra): void;
  forget(): void;
}

/** A server that was updated may speak the new era: ask again now and then. */
const validMs = 7 * 24 * 3_600_000;
const memoryKey = 'servers.eras';
const mostRemembered = 200;

type Stored = Record<string, NegotiatedEra & { readonly at: number }>;

/** Remembered for this very launch, by its hash: nothing secret is kept. */
export function negotiationCacheFor(memory: MemoryPort, clock: Clock, launch: Launch): NegotiationCache {
  if (launch.kind === 'memory') return noNegotiationCache();
  const key = keyOf(launch);
  const all = (): Stored => {
    const stored = memory.get('user', memoryKey);
    return isRecord(stored) ? (stored as Stored) : {};
  };
  const save = (next: Stored): void => void memory.set('user', memoryKey, next);
  return {
    read: () => {
      const found = all()[key];
      return found && clock.now() - found.at < validMs ? found : undefined;
    },
    write: (verdict) => {
      const { [key]: before, ...others } = all();
      if (before && sameVerdict(before, verdict) && clock.now() - before.at < validMs) return;
      // A new version of a legacy server is worth a probe at its next start.
      if (before?.era === 'legacy' && before.version !== verdict.version) return save(others);
      const kept = Object.entries(others).slice(-mostRemembered + 1);
      save({ ...Object.fromEntries(kept), [key]: { ...verdict, at: clock.now() } });
    },
    forget: () => {
      const { [key]: before, ...others } = all();
      if (before) save(others);
    },
  };
}

function keyOf(launch: Exclude<Launch, { kind: 'memory' }>): string {
  const { kind } = launch;
  const way = kind === 'stdio' ? [launch.command, launch.args, launch.cwd] : [launch.url];
  return createHash('sha256')
    .update(canonicalJson([kind, way]))
    .digest('hex')
    .slice(0, 24);
}

function sameVerdict(a: NegotiatedEra, b: NegotiatedEra): boolean {
  return a.kind === b.kind && a.era === b.era && a.version === b.version;
}

/** Remembers nothing: each connection probes. */
export function noNegotiationCache(): NegotiationCache {
  return { read: () => undefined, write: () => {}, forget: () => {} };
}
