import { l10n } from '../../../base/l10n.ts';
import type { JsonObject, JsonValue } from '../../../base/json.ts';
import type { InputDeclaration } from '../../config/model/model.ts';
import type { Check, CheckFile } from '../model/checkFile.ts';

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

export interface VariableSources {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Asks where the value is not known yet. Throws where the user gives none. */
  readonly input: (declaration: InputDeclaration) => Promise<string>;
}

/** The values of a file's variables. Throws the name of one that is not set. */
export async function readVariables(
  { variables, inputs }: Pick<CheckFile, 'variables' | 'inputs'>,
  { env, input }: VariableSources,
): Promise<Map<string, unknown>> {
  const asked = new Map<string, string>();
  for (const id of new Set(Object.values(variables).flatMap(inputsIn))) {
    const declaration = inputs.find((one) => one.id === id);
    if (declaration) asked.set(id, await input(declaration));
  }
  const values = new Map<string, unknown>();
  for (const [name, text] of Object.entries(variables))
    values.set(
      name,
      text.replaceAll(sourced, (_, kind: string, key: string) =>
        kind === 'env' ? readEnv(env, key) : asked.get(key)!,
      ),
    );
  return values;
}

function readEnv(env: VariableSources['env'], variable: string): string {
  const found = env[variable];
  if (found === undefined) throw new MissingVariable(variable);
  return found;
}

class MissingVariable extends Error {
  constructor(variable: string) {
    super(l10n.t('The environment variable {0} is not set.', variable));
  }
}

const sourced = /\$\{(env|input):([\w.-]+)\}/g;

/** The ids of the inputs that a value takes. */
export function inputsIn(text: string): readonly string[] {
  return [...text.matchAll(sourced)].flatMap(([, kind, id]) => (kind === 'input' && id !== undefined ? [id] : []));
}

/** The file as it is in one of its environments. A file that has none is the same everywhere. */
export function inEnvironment(checkFile: CheckFile, name: string | undefined): CheckFile {
  const { environments, variables } = checkFile;
  if (name === undefined || name === '' || Object.keys(environments).length === 0) return checkFile;
  const own = Object.hasOwn(environments, name) ? environments[name] : undefined;
  if (!own) throw new UnknownEnvironment(name, Object.keys(environments));
  return { ...checkFile, variables: { ...variables, ...own } };
}

class UnknownEnvironment extends Error {
  constructor(name: string, known: readonly string[]) {
    super(l10n.t('The file has no environment "{0}". It has: {1}.', name, known.join(', ')));
  }
}
