import { clip, isRecord } from '../../../src/base/json.ts';

/** A list of flat records, as rows and columns. */
export interface RecordTable {
  readonly names: readonly string[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** What stands beside the list in its object. */
  readonly others: readonly (readonly [string, string])[];
}

const sampled = 200;
const maxColumns = 40;
const maxCellLength = 200;
const [minWidth, maxWidth] = [4, 40];

const maxEnvelopes = 5;

/**
 * The value itself, or the only list in the objects around it, whose other values are plain; undefined where a tree
 * says more.
 */
export function recordTable(value: unknown, depth = 0): RecordTable | undefined {
  if (depth > maxEnvelopes) return undefined;
  if (Array.isArray(value))
    return tableOf(value) ?? (value.length === 1 ? recordTable(value[0], depth + 1) : undefined);
  if (!isRecord(value)) return undefined;
  const entries = Object.entries(value);
  const [inner, ...more] = entries.filter(([, item]) => !isPlain(item));
  const table = inner && more.length === 0 ? recordTable(inner[1], depth + 1) : undefined;
  if (!table) return undefined;
  const plain = entries.filter(([, item]) => isPlain(item)).map(([name, item]) => [name, cellText(item)] as const);
  return { ...table, others: [...plain, ...table.others] };
}

function tableOf(items: readonly unknown[]): RecordTable | undefined {
  const sample = items.slice(0, sampled);
  if (sample.length === 0 || !items.every(isRecord) || !sample.filter(isRecord).every(isFlat)) return undefined;
  const names = [...new Set(sample.filter(isRecord).flatMap((item) => Object.keys(item)))];
  return names.length === 0 || names.length > maxColumns ? undefined : { names, rows: items, others: [] };
}

function isFlat(item: Record<string, unknown>): boolean {
  return Object.values(item).every(isPlain);
}

function isPlain(value: unknown): boolean {
  return value === null || typeof value !== 'object';
}

/** As it is shown in a cell: nothing for what is missing, so that the eye finds what is there. */
export function cellText(value: unknown): string {
  if (value === undefined) return '';
  return clip(plainText(value).replaceAll(/\s+/g, ' '), maxCellLength);
}

/** In characters, from the name and the first rows. */
export function columnWidth({ rows }: RecordTable, name: string): number {
  const lengths = rows.slice(0, sampled).map((row) => cellText(row[name]).length);
  return Math.min(maxWidth, Math.max(minWidth, name.length + 2, ...lengths));
}

export function isNumeric({ rows }: RecordTable, name: string): boolean {
  const values = rows.slice(0, sampled).flatMap((row) => row[name] ?? []);
  return values.length > 0 && values.every((value) => typeof value === 'number');
}

const comparedAtOnce = 200;
const readAtOnce = 4_096;

/**
 * The indexes of the rows in their order; equal ones stay as they were, and what is missing comes last. A merge sort that
 * pauses: a hundred thousand names take half a second, and the page must not stand still that long.
 */
export function* sortRows({ rows }: RecordTable, name: string, descending: boolean): Generator<void, Uint32Array> {
  const direction = descending ? -1 : 1;
  const values: unknown[] = [];
  let [from, to] = [new Uint32Array(rows.length), new Uint32Array(rows.length)];
  for (const row of rows) {
    from[values.length] = values.length;
    values.push(row[name] ?? undefined);
    if (values.length % readAtOnce === 0) yield;
  }
  const isAfter = (a: number, b: number): boolean => {
    const [left, right] = [values[a], values[b]];
    if (left === undefined || right === undefined) return left === undefined && right !== undefined;
    return direction * compareCells(left, right) > 0;
  };
  for (let width = 1; width < rows.length; width *= 2) {
    yield* mergeAll(from, to, width, isAfter);
    [from, to] = [to, from];
  }
  return from;
}

/** Each two neighbours of this width become one in order. */
function* mergeAll(
  from: Uint32Array,
  to: Uint32Array,
  width: number,
  isAfter: (a: number, b: number) => boolean,
): Generator<void> {
  let [left, middle, right, end] = [0, 0, 0, 0];
  for (let next = 0; next < from.length; next++) {
    if (next === end) {
      left = next;
      right = middle = Math.min(next + width, from.length);
      end = Math.min(next + 2 * width, from.length);
    }
    const takesRight = left >= middle || (right < end && isAfter(from[left]!, from[right]!));
    to[next] = from[takesRight ? right++ : left++]!;
    if (next % comparedAtOnce === 0) yield;
  }
}

function compareCells(left: unknown, right: unknown): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return collator.compare(plainText(left), plainText(right));
}

/** Beyond the sampled rows anything may stand, also an object that cannot become a string. */
function plainText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

const collator = new Intl.Collator(undefined, { numeric: true });

export function toCsv({ names, rows }: Pick<RecordTable, 'names' | 'rows'>): string {
  const lines = rows.map((row) => names.map((name) => csvCell(row[name])).join(','));
  return [names.map(csvCell).join(','), ...lines].join('\r\n');
}

function csvCell(value: unknown): string {
  const text = value === undefined || value === null ? '' : plainText(value);
  // A spreadsheet runs what begins like a formula, and the text is a server's.
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
