type JsonPrimitive = string | number | boolean | null;
export type JsonValue = JsonPrimitive | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: JsonValue | undefined;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

export type Parsed = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly reason: string };

/** `JSON.parse` as a value: bad text is expected, not exceptional. */
export function parseJson(text: string): Parsed {
  try {
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * The same text for equal values whatever the order of their keys: what a fingerprint is taken of. By hand, because
 * `JSON.stringify` with a function takes twice as long, and a server may list ten thousand tools.
 */
export function canonicalJson(value: unknown): string {
  return canonical(value) ?? 'null';
}

function canonical(value: unknown): string | undefined {
  if (Array.isArray(value)) return `[${Array.from(value, (each) => canonical(each) ?? 'null').join(',')}]`;
  if (!isRecord(value)) return JSON.stringify(value);
  const { toJSON } = value;
  if (typeof toJSON === 'function') return canonical(Reflect.apply(toJSON, value, []));
  let text = '';
  for (const key of Object.keys(value).toSorted(inOrder)) {
    const member = canonical(value[key]);
    if (member !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${member}`;
  }
  return `{${text}}`;
}

const index = /^(?:0|[1-9]\d{0,9})$/;

/** Numbers first and by their value, as in any object of JavaScript; fingerprints that are stored have this order. */
function inOrder(a: string, b: string): number {
  const isNumber = isIndex(a);
  if (isNumber !== isIndex(b)) return isNumber ? -1 : 1;
  if (isNumber) return Number(a) - Number(b);
  return a < b ? -1 : a > b ? 1 : 0;
}

function isIndex(key: string): boolean {
  return index.test(key) && Number(key) < 2 ** 32 - 1;
}

/** Whether two values are the same as JSON, whatever the order of their keys. Nothing is written down for it: lists may be large. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) || Array.isArray(b)) return sameLists(a, b);
  if (isRecord(a) && isRecord(b)) return sameRecords(a, b);
  return (a ?? null) === (b ?? null) || (Number.isNaN(a) && Number.isNaN(b));
}

function sameLists(a: unknown, b: unknown): boolean {
  if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
  return a.every((each, at) => sameJson(each, b[at]));
}

/** A member that is undefined is none, as in JSON. */
function sameRecords(a: Record<string, unknown>, b: Record<string, unknown>): boolean {
  let members = 0;
  for (const key in a) {
    if (a[key] === undefined) continue;
    if (!Object.hasOwn(b, key) || b[key] === undefined || !sameJson(a[key], b[key])) return false;
    members++;
  }
  for (const key in b) if (b[key] !== undefined) members--;
  return members === 0;
}

/** The beginning of a text that is redacted later: no word is cut in two, because half a secret is not recognized. */
export function clipWords(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  return text.slice(0, text.slice(0, maxLength + 1).search(/\s\S*$/) + 1).trimEnd();
}

/** Cuts without splitting a surrogate pair. */
export function clip(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const cut = text.slice(0, Math.max(0, maxLength - 1));
  return (/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut) + '…';
}

/** The beginning of a value's JSON in at most `maxLength` characters, in time bounded by that length. */
export function previewJson(value: unknown, maxLength: number): string {
  let room = maxLength;
  let cut = false;
  const out: string[] = [];
  const put = (text: string): void => {
    if (text.length > room) cut = true; // the closing bracket is always counted, so that a cut is noticed
    if (room > 0) out.push(text.slice(0, room));
    room -= text.length;
  };
  const walk = (inner: unknown): void => {
    if (room <= 0) return;
    if (Array.isArray(inner)) walkList(inner);
    else if (isRecord(inner)) walkRecord(inner);
    else put(JSON.stringify(typeof inner === 'string' ? inner.slice(0, room + 1) : inner) ?? 'null');
  };
  const walkList = (list: readonly unknown[]): void => {
    put('[');
    for (const [i, item] of list.entries()) {
      if (room <= 0) break;
      if (i > 0) put(',');
      walk(item);
    }
    put(']');
  };
  const walkRecord = (record: Record<string, unknown>): void => {
    put('{');
    let first = true;
    for (const key in record) {
      if (room <= 0) break;
      put(`${first ? '' : ','}${JSON.stringify(key)}:`);
      first = false;
      walk(record[key]);
    }
    put('}');
  };
  walk(value);
  return cut ? clip(`${out.join('')}…`, maxLength) : out.join('');
}
