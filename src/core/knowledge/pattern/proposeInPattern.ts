import { isRecord } from '../../../base/json.ts';
import { patternSchema } from './patternSchema.ts';

/** Something that may be at a place of a pattern file. */
export interface Proposal {
  readonly label: string;
  readonly text: string;
  readonly detail: string;
}

/** Keys that are still missing where a key may be, values where a choice is asked for. Lines and columns from 0. */
export function proposeInPattern(text: string, line: number, column: number): readonly Proposal[] {
  const lines = text.split(/\r?\n/);
  const before = (lines[line] ?? '').slice(0, column);
  const indent = indentOf(before);
  const holder = schemaAt(lines, line, indent);
  const value = /^[\s-]*([A-Za-z]+):\s+\S*$/.exec(before)?.[1];
  if (value !== undefined) return valuesOf(propertyOf(holder, value));
  if (/^\s*-\s+\S*$/.test(before)) return [...valuesOf(itemOf(holder)), ...keysOf(itemOf(holder), new Set())];
  return /^\s*[A-Za-z]*$/.test(before) ? keysOf(holder, siblings(lines, line, indent)) : [];
}

type Schema = Readonly<Record<string, unknown>> | undefined;

function keysOf(schema: Schema, taken: ReadonlySet<string>): readonly Proposal[] {
  const properties = schema?.['properties'];
  if (!isRecord(properties)) return [];
  return Object.entries(properties)
    .filter(([key]) => !taken.has(key))
    .map(([key, inner]) => ({ label: key, text: `${key}: `, detail: detailOf(inner) }));
}

function valuesOf(schema: Schema): readonly Proposal[] {
  const choices = schema?.['enum'];
  if (!Array.isArray(choices)) return [];
  return choices.map((choice) => ({ label: String(choice), text: String(choice), detail: detailOf(schema) }));
}

function detailOf(schema: unknown): string {
  return isRecord(schema) && typeof schema['description'] === 'string' ? schema['description'] : '';
}

/** What the schema says of the mapping that a line with this indentation belongs to. */
function schemaAt(lines: readonly string[], line: number, indent: number): Schema {
  if (indent === 0) return patternSchema;
  for (let at = line - 1; at >= 0; at--) {
    const text = lines[at] ?? '';
    const key = /^\s*(?:-\s+)?([A-Za-z]+):\s*$/.exec(text)?.[1];
    if (key === undefined || text.search(/\S/) >= indent) continue;
    const inner = propertyOf(schemaAt(lines, at, text.search(/\S/)), key);
    return inner?.['type'] === 'array' && !startsItem(lines[line] ?? '') ? itemOf(inner) : inner;
  }
  return undefined;
}

function propertyOf(schema: Schema, key: string): Schema {
  const properties = schema?.['properties'];
  const inner = isRecord(properties) && Object.hasOwn(properties, key) ? properties[key] : undefined;
  return isRecord(inner) ? inner : undefined;
}

function itemOf(schema: Schema): Schema {
  const items = schema?.['items'];
  return isRecord(items) ? items : undefined;
}

function startsItem(text: string): boolean {
  return /^\s*-/.test(text);
}

function indentOf(text: string): number {
  return /^\s*/.exec(text)?.[0].length ?? 0;
}

/** Keys that are beside this line already. */
function siblings(lines: readonly string[], line: number, indent: number): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const step of [-1, 1])
    for (let at = line + step; at >= 0 && at < lines.length; at += step) {
      const text = lines[at] ?? '';
      const [, lead = '', key] = /^(\s*(?:-\s+)?)([A-Za-z]+):/.exec(text) ?? [];
      if (text.trim() !== '' && text.search(/\S/) < indent && lead.length !== indent) break;
      if (key !== undefined && lead.length === indent) keys.add(key);
    }
  return keys;
}
