import path from 'node:path';
import { l10n } from '../../../base/l10n.ts';
import { isRecord, parseJson } from '../../../base/json.ts';
import type { FilesPort } from '../../ports/ports.ts';
import type { Ignored } from '../model/checkFile.ts';

/** What a step came to when it was accepted. */
export interface Snapshot {
  readonly mcpsnapshot: 1;
  readonly ms: number;
  /** Found by running the step twice; a user may change it. */
  readonly noise: readonly Ignored[];
  readonly result: unknown;
}

/** Beside the check file: `__mcp__/<file>/<id>.<step>.json`. */
export function snapshotPath(file: string, id: string, step: number): string {
  const stem = path.basename(file).replace(/\.mcptest\.jsonc?$/i, '');
  return path.join(path.dirname(file), '__mcp__', stem, `${id}${step === 0 ? '' : `.${step + 1}`}.json`);
}

/** `undefined` where there is none. Throws where it was changed into something else: it is never overwritten then. */
export async function readSnapshot(files: FilesPort, file: string): Promise<Snapshot | undefined> {
  const text = await files.read(file);
  if (text === undefined) return undefined;
  const parsed = parseJson(text);
  if (parsed.ok && isSnapshot(parsed.value)) return parsed.value;
  throw new BrokenSnapshot(file);
}

class BrokenSnapshot extends Error {
  constructor(file: string) {
    super(l10n.t('{0} is no snapshot. Restore or delete it; it is not overwritten.', file));
  }
}

function isSnapshot(value: unknown): value is Snapshot {
  return isRecord(value) && value['mcpsnapshot'] === 1 && Array.isArray(value['noise']) && 'result' in value;
}

export async function writeSnapshot(files: FilesPort, file: string, snapshot: Snapshot): Promise<void> {
  const text = `${JSON.stringify(sorted(snapshot), undefined, 2)}\n`;
  await files.edit(file, () => text);
}

/** Keys in order, so that a difference in a review is one of the result. */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, one]) => [key, sorted(one)]));
}

/** Without what belongs to one request alone. */
export function withoutEnvelope(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const { _meta: _, ttlMs: __, nextCursor: ___, ...rest } = value;
  return rest;
}
