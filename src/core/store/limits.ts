/** What one kind of rows may take; beyond it those that were written longest ago go. */
interface KindLimit {
  readonly rows?: number;
  readonly rowsPerScope?: number;
  readonly bytes?: number;
}

const megabyte = 1024 * 1024;

/** What a user decided (approvals, pins, values, roots) is in no line: only what can be had again is ever pruned. */
const limits: Readonly<Record<string, KindLimit>> = {
  definitions: { rows: 1_000, bytes: 64 * megabyte },
  negotiation: { rows: 500 },
  failure: { rows: 500 },
  statistics: { rows: 1_000 },
  call: { rows: 5_000, rowsPerScope: 300, bytes: 64 * megabyte },
  task: { rows: 1_000, rowsPerScope: 50 },
  conformance: { rows: 200, bytes: 16 * megabyte },
};

export function limitOf(kind: string): KindLimit | undefined {
  return Object.hasOwn(limits, kind) ? limits[kind] : undefined;
}

/** A row is parsed and written while the host waits. */
export const largestRow = 4 * megabyte;

/** Rows of a kind that are written before its limits are checked again. */
export const rowsBetweenPrunes = 25;
