import { createHash } from 'node:crypto';
import { isRecord } from '../../base/json.ts';
import type { LiveServer } from '../../contract/language.ts';
import type { RowKey, StorePort } from '../ports/ports.ts';
import { userScope } from '../store/workspaceScope.ts';

export const failureKind = 'failure';

/** What the last start of a configured server found, in whichever of our processes; every text is redacted. */
export interface LastFailure extends Pick<LiveServer, 'name' | 'file' | 'fault' | 'diagnosis'> {
  readonly at: number;
  /** Of the entry that failed: of another one nothing is known. */
  readonly entryHash: string;
}

/** One row a server of a file. */
export function failureRow(file: string, name: string): RowKey {
  const key = createHash('sha256').update(`${file}\0${name}`).digest('hex').slice(0, 24);
  return { kind: failureKind, scope: userScope, key };
}

const validMs = 7 * 24 * 3_600_000;

/** Those that are not too old to be true. */
export function readFailures(store: Pick<StorePort, 'list'>, now: number): readonly LastFailure[] {
  const rows = store.list(failureKind, userScope).map(({ value }) => value);
  return rows.filter(isFailure).filter(({ at }) => now - at < validMs);
}

function isFailure(value: unknown): value is LastFailure {
  return (
    isRecord(value) &&
    typeof value['at'] === 'number' &&
    ['file', 'name', 'entryHash'].every((key) => typeof value[key] === 'string')
  );
}
