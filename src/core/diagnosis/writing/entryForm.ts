import { type JsonObject, type JsonValue, isRecord, sameJson } from '../../../base/json.ts';

const inSeconds = 'startup_timeout_sec';

/** The names that other clients give to what a cure may change. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  args: ['arguments'],
  env: ['environment'],
  cwd: ['workingDirectory'],
  url: ['serverUrl', 'httpUrl'],
  headers: ['http_headers', 'httpHeaders'],
  type: ['transportType', 'transport'],
  startupTimeoutMs: ['connectTimeoutMs', inSeconds],
};
const separators: Readonly<Record<string, string>> = { env: '=', headers: ': ' };

/** The entry with the names that cures know: `env` for `environment`, `command` and `args` for a list of words. */
export function inOurForm(raw: JsonObject): JsonObject {
  const named = Object.entries(raw).map(([key, value]) => {
    const name = ourName(key, raw);
    return [name, key === inSeconds ? Number(value) * 1_000 : inOurValue(name, value)] as const;
  });
  const body: JsonObject = Object.fromEntries(named);
  const { command, args } = body;
  if (!Array.isArray(command)) return body;
  return { ...body, command: command[0] ?? '', args: [...command.slice(1), ...(Array.isArray(args) ? args : [])] };
}

/** Back to the names and lists that the entry is written with; what has not changed is the same value. */
export function inItsForm(body: JsonObject, raw: JsonObject): JsonObject {
  if (sameJson(body, inOurForm(raw))) return raw;
  const { command, args, ...others } = body;
  const isList = Array.isArray(raw['command']) && typeof command === 'string';
  const whole: JsonObject = isList ? { command: [command, ...(Array.isArray(args) ? args : [])], ...others } : body;
  return Object.fromEntries(
    Object.entries(whole).map(([key, value]) => {
      const name = itsName(key, raw);
      return [name, inItsValue(key, name, value, raw[name])];
    }),
  );
}

function ourName(key: string, raw: JsonObject): string {
  const ours = Object.keys(otherNames).find((name) => itsName(name, raw) === key);
  return ours ?? key;
}

function itsName(name: string, raw: JsonObject): string {
  if (Object.hasOwn(raw, name)) return name;
  return otherNames[name]?.find((other) => Object.hasOwn(raw, other)) ?? name;
}

/** A list of `NAME=value` or `Name: value` as a map. */
function inOurValue(key: string, value: JsonValue | undefined): JsonValue | undefined {
  const separator = separators[key];
  if (separator === undefined || !Array.isArray(value)) return value;
  return Object.fromEntries(value.map((item) => splitPair(String(item), separator)));
}

function splitPair(item: string, separator: string): readonly [string, string] {
  const at = item.indexOf(separator.trim());
  const value = item.slice(at + 1);
  return at < 0 ? [item, ''] : [item.slice(0, at).trim(), separator === '=' ? value : value.trim()];
}

function inItsValue(
  key: string,
  name: string,
  value: JsonValue | undefined,
  old: JsonValue | undefined,
): JsonValue | undefined {
  if (name === inSeconds && typeof value === 'number') return Math.ceil(value / 1_000);
  const separator = separators[key];
  if (separator === undefined || !Array.isArray(old) || !isRecord(value)) return value;
  const written = new Map(old.map((item) => [splitPair(String(item), separator)[0], item]));
  return Object.entries(value).map(([each, text]) => {
    const before = written.get(each);
    const isSame = before !== undefined && splitPair(String(before), separator)[1] === text;
    return isSame ? before : `${each}${separator}${String(text)}`;
  });
}
