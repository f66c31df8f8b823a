import { type ReadonlySignal, effect } from '@preact/signals-core';
import { sameJson } from '../../base/json.ts';
import type { Lifetime } from '../../base/lifetime.ts';
import type { ServerEntry } from '../config/model/model.ts';
import { entryHash } from '../diagnosis/entryChanges.ts';
import { type LastFailure, failureRow } from '../diagnosis/lastFailures.ts';
import type { Ports } from '../ports/ports.ts';
import type { ManagedServer, ServerState } from '../servers/model/server.ts';
import { type Curing, diagnosisView } from './view/diagnosisView.ts';

interface Kept extends Curing {
  readonly servers: ReadonlySignal<readonly ManagedServer[]>;
  entry(id: string): ServerEntry | undefined;
}

type KeepPorts = Pick<Ports, 'store' | 'clock'>;

/** Keeps why each server failed last, for editors that have no window of ours. It is dropped as soon as the server connects. */
export function keepFailures(kept: Kept, ports: KeepPorts, lifetime: Lifetime): void {
  lifetime.defer(
    effect(() => {
      const stops = kept.servers.value.map((server) => effect(() => look(server, kept, ports)));
      return () => stops.forEach((stop) => stop());
    }),
  );
}

function look({ id, state }: ManagedServer, kept: Kept, { store, clock }: KeepPorts): void {
  const now = state.value;
  const entry = kept.entry(id);
  if (!entry || (now.kind !== 'connected' && now.kind !== 'error' && now.kind !== 'waiting')) return;
  const row = failureRow(entry.source.file, entry.name);
  store.quietly(() => {
    const before = store.get(row) as LastFailure | undefined;
    if (now.kind === 'connected') return before && store.put([{ ...row, value: undefined }]);
    const value = { ...failureOf(id, entry, now, kept), at: clock.now() };
    // Each attempt of an outage finds the same.
    if (!sameJson({ ...before, at: 0 }, { ...value, at: 0 })) store.put([{ ...row, value }]);
  });
}

function failureOf(
  id: string,
  { name, source, raw }: ServerEntry,
  state: Extract<ServerState, { kind: 'error' | 'waiting' }>,
  kept: Kept,
): Omit<LastFailure, 'at'> {
  const { message, hint } = kept.redactor.value(state.fault.toShape());
  return {
    name,
    file: source.file,
    fault: { message, ...(hint !== undefined && { hint }) },
    entryHash: entryHash(raw),
    ...diagnosisView(id, raw, state, kept),
  };
}
