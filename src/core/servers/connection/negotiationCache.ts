import { createHash } from 'node:crypto';
import { canonicalJson, isRecord } from '../../../base/json.ts';
import type { Era } from '../../../contract/inspector.ts';
import type { Clock, StorePort } from '../../ports/ports.ts';
import { userScope } from '../../store/workspaceScope.ts';
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
export const negotiationKind = 'negotiation';

type Stored = NegotiatedEra & { readonly at: number };

/** Remembered for this very launch, by its hash: nothing secret is kept. */
export function negotiationCacheFor(store: StorePort, clock: Clock, launch: Launch): NegotiationCache {
  if (launch.kind === 'memory') return noNegotiationCache();
  const row = { kind: negotiationKind, scope: userScope, key: keyOf(launch) };
  const stored = (): Stored | undefined => {
    const found = store.quietly(() => store.get(row));
    return isRecord(found) && typeof found['at'] === 'number' ? (found as unknown as Stored) : undefined;
  };
  const save = (value: Stored | undefined): void => store.quietly(() => store.put([{ ...row, value }]));
  return {
    read: () => {
      const found = stored();
      return found && clock.now() - found.at < validMs ? found : undefined;
    },
    write: (verdict) => {
      const before = stored();
      if (before && sameVerdict(before, verdict) && clock.now() - before.at < validMs) return;
      // A new version of a legacy server is worth a probe at its next start.
      if (before?.era === 'legacy' && before.version !== verdict.version) return save(undefined);
      save({ ...verdict, at: clock.now() });
    },
    forget: () => {
      if (stored()) save(undefined);
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
