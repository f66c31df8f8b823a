import { type JsonObject, type JsonValue, isRecord } from '../../../base/json.ts';

/** Writes one table and the tables inside it. Null has no form in TOML and is left out. */
export function tomlTable(path: readonly string[], table: JsonObject): string {
  const entries = Object.entries(table).filter(
    (pair): pair is [string, JsonValue] => pair[1] !== undefined && pair[1] !== null,
  );
  const plain = entries.filter(([, value]) => !isRecord(value));
  const nested = entries.filter((pair): pair is [string, JsonObject] => isRecord(pair[1]));
  const lines = [
    `[${path.map(tomlKey).join('.')}]`,
    ...plain.map(([key, value]) => `${tomlKey(key)} = ${tomlValue(value)}`),
  ];
  return [lines.join('\n'), ...nested.map(([key, inner]) => tomlTable([...path, key], inner))].join('\n\n');
}

function tomlKey(key: string): string {
  return /^[A-Za-z0-9_-]+$/.test(key) ? key : tomlString(key);
}

function tomlValue(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map((item) => tomlValue(item as JsonValue)).join(', ')}]`;
  return typeof value === 'string' ? tomlString(value) : String(value);
}

/** JSON's escapes are TOML's, save that TOML wants DEL escaped too. */
function tomlString(text: string): string {
  return JSON.stringify(text).replaceAll('\x7f', '\\u007F');
}
