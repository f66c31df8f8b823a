import { isRecord } from '../../../base/json.ts';

type Schema = Readonly<Record<string, unknown>>;

/** Whether some schema leads back to itself without going deeper into the value: a validator would follow it until its stack ends. */
export function hasRing(root: unknown): boolean {
  const done = new Set<unknown>();
  const open = new Set<unknown>();
  const visit = (schema: unknown): boolean => {
    if (!isRecord(schema) || done.has(schema)) return false;
    if (open.has(schema)) return true;
    open.add(schema);
    const found = sameValue(schema, root).some(visit);
    open.delete(schema);
    done.add(schema);
    return found;
  };
  return everySchema(root).some(visit);
}

/** What is asked about the very value that the schema itself is asked about. */
function sameValue(schema: Schema, root: unknown): readonly unknown[] {
  const { $ref } = schema;
  return [
    typeof $ref === 'string' ? resolve(root, $ref) : undefined,
    ...['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => schema[keyword] ?? []),
    ...['not', 'if', 'then', 'else'].map((keyword) => schema[keyword]),
    ...['dependentSchemas', 'dependencies'].flatMap((keyword) => Object.values(schema[keyword] ?? {})),
  ];
}

/** Every object inside, schema or not: one too many does no harm. */
function everySchema(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap(everySchema);
  return isRecord(value) ? [value, ...Object.values(value).flatMap(everySchema)] : [];
}

/** What a pointer such as `#/$defs/name` points at. */
export function resolve(root: unknown, pointer: string): unknown {
  let value = root;
  for (const raw of pointer.split('/').slice(1)) {
    const step = decode(raw);
    if (Array.isArray(value)) value = value[Number(step)];
    else value = isRecord(value) && Object.hasOwn(value, step) ? value[step] : undefined;
  }
  return value;
}

function decode(step: string): string {
  try {
    return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return step; // a stray % is part of the name
  }
}
