import { l10n } from '../../../base/l10n.ts';
import type { JsonObject, JsonValue } from '../../../base/json.ts';
import type { Check } from '../model/checkFile.ts';

const reference = /\$\{([A-Za-z_][\w.-]*)\}/g;

/** The first name in a check that nothing gives a value. */
export function unknownVariable({ steps }: Check, declared: readonly string[]): string | undefined {
  const known = new Set(declared);
  for (const { target, args, answers, expect, take } of steps) {
    const text = JSON.stringify([target, args, answers, expect]);
    for (const [, name = ''] of text.matchAll(reference)) if (!known.has(name)) return name;
    for (const name of Object.keys(take)) known.add(name);
  }
  return undefined;
}

type Variables = ReadonlyMap<string, unknown>;

/** Puts values in. A text that is nothing but a reference becomes the value itself, whatever its type. */
export function fill(value: JsonValue, variables: Variables): JsonValue {
  if (typeof value === 'string') return fillText(value, variables);
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map((one) => fill(one, variables));
  if (typeof value === 'object' && value !== null) return fillObject(value as JsonObject, variables);
  return value;
}

export function fillObject(value: JsonObject, variables: Variables): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, fill(one ?? null, variables)]));
}

function fillText(text: string, variables: Variables): JsonValue {
  const [whole, only] = /^\$\{([A-Za-z_][\w.-]*)\}$/.exec(text) ?? [];
  if (whole !== undefined && only !== undefined && variables.has(only)) return variables.get(only) as JsonValue;
  return text.replaceAll(reference, (match, name: string) =>
    variables.has(name) ? asText(variables.get(name)) : match,
  );
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Variables of a file, those of the environment read. Throws the name of one that is not set. */
export function readVariables(
  declared: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string | undefined>>,
): Map<string, unknown> {
  const values = new Map<string, unknown>();
  for (const [name, text] of Object.entries(declared)) {
    const value = text.replaceAll(/\$\{env:([A-Za-z_]\w*)\}/g, (_, variable: string) => {
      const found = env[variable];
      if (found === undefined) throw new MissingVariable(variable);
      return found;
    });
    values.set(name, value);
  }
  return values;
}

class MissingVariable extends Error {
  constructor(variable: string) {
    super(l10n.t('The environment variable {0} is not set.', variable));
  }
}
