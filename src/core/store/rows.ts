import type { StorePort, StoreRow } from '../ports/ports.ts';

/** What a place for rows can do, whether it is a file or memory. */
export type Rows = Pick<StorePort, 'get' | 'body' | 'keys' | 'list' | 'put' | 'add' | 'update' | 'dispose'>;
export type ReadableRows = Omit<Rows, 'put' | 'add' | 'update'>;

/** The row that says that something was done once. */
export function markRow(mark: string): StoreRow {
  return { kind: 'done', scope: 'user', key: mark, value: true };
}

/** What was written by another version may be no JSON: it counts as absent. */
export function parseValue(text: unknown): unknown {
  if (typeof text !== 'string') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
