import { writeFailed } from '../../base/faults/configFaults.ts';
import { l10n } from '../../base/l10n.ts';
import { type JsonObject, type JsonValue, isRecord } from '../../base/json.ts';
import { withValue } from './entryChanges.ts';
import type { Cure, EntryPath } from './model/diagnosis.ts';

/** The entry as it would be, and the inputs that it then needs. */
export interface CuredEntry {
  readonly body: JsonObject;
  readonly inputs: readonly JsonObject[];
}

/**
 * A diagnosis knows the launch with its variables expanded. What the entry writes with a variable stays as it is there,
 * and it throws where a value would be written that the file does not have and that may be a secret.
 */
export function cureEntry(raw: JsonObject, cure: Cure, isSecret: (text: string) => boolean): CuredEntry {
  switch (cure.kind) {
    case 'edit':
      return changeEntry(raw, cure.changes, isSecret);
    case 'raiseTimeout':
      return changeEntry(raw, [{ path: ['startupTimeoutMs'], value: cure.seconds * 1_000 }], isSecret);
    case 'addInput': {
      const { body, inputs } = addInput(raw, cure);
      return cure.also ? { ...changeEntry(body, cure.also, isSecret), inputs } : { body, inputs };
    }
    default:
      throw writeFailed('refused', l10n.t('This is not a change of the entry.'));
  }
}

function changeEntry(
  raw: JsonObject,
  changes: Extract<Cure, { kind: 'edit' }>['changes'],
  isSecret: (text: string) => boolean,
): CuredEntry {
  let body: JsonObject = raw;
  for (const { path, value, kept, from } of changes) {
    const old = valueAt(raw, path);
    const moved = from && valueAt(raw, from);
    if (moved !== undefined) {
      body = withValue(body, path, moved);
      continue;
    }
    const restored = around(value, kept, old) ?? restore(value as JsonValue | undefined, old);
    if (restored !== undefined && isSecret(JSON.stringify(restored)) && !isSecret(JSON.stringify(old ?? null)))
      throw writeFailed('refused', l10n.t('The change would write a secret into the file.'));
    body = withValue(body, path, restored);
  }
  return { body, inputs: [] };
}

/** The same entry where its value is an input already: that is then asked for again. */
function addInput(raw: JsonObject, { variable, header }: Extract<Cure, { kind: 'addInput' }>): CuredEntry {
  const path = header ? ['headers', header.name] : ['env', variable];
  const old = valueAt(raw, path);
  if (typeof old === 'string' && /^(?:\w+ )?\$\{input:[^}]+\}$/.test(old)) return { body: raw, inputs: [] };
  const id = variable.toLowerCase().replaceAll('_', '-');
  const scheme = header?.scheme === undefined ? '' : `${header.scheme} `;
  return {
    body: withValue(raw, path, `${scheme}\${input:${id}}`),
    inputs: [{ type: 'promptString', id, description: header?.name ?? variable, password: true }],
  };
}

/** `Bearer ${input:token}`: where the whole value is a variable, nothing else tells what was added to it. */
function around(value: unknown, kept: string | undefined, old: JsonValue | undefined): string | undefined {
  if (typeof value !== 'string' || typeof old !== 'string' || !kept || !value.includes(kept)) return undefined;
  return value.replace(kept, () => old.trim());
}

/** Puts the forms with variables back, one argument at a time. */
function restore(value: JsonValue | undefined, old: JsonValue | undefined): JsonValue | undefined {
  if (typeof value === 'string') return typeof old === 'string' && isExpansionOf(value, old, 0) ? old : value;
  if (!Array.isArray(value)) return value;
  const before = Array.isArray(old) ? old : [];
  return value.map((item, at) => {
    if (typeof item !== 'string' || before.includes(item)) return item;
    const same = [before[at], before[at - value.length + before.length]].find(
      (each) => typeof each === 'string' && isExpansionOf(item, each, 0),
    );
    if (same !== undefined) return same;
    const moved = before.find((each) => typeof each === 'string' && isExpansionOf(item, each, shortestLiteral));
    return moved ?? item;
  });
}

const shortestLiteral = 3;

function isExpansionOf(text: string, written: string, literals: number): boolean {
  const parts = written.split(/\$\{[^}]*\}/);
  if (parts.length < 2 || parts.join('').length < literals) return false;
  let at = 0;
  for (const [index, part] of parts.entries()) {
    const found = index === 0 ? (text.startsWith(part) ? 0 : -1) : text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.endsWith(parts.at(-1) ?? '');
}

function valueAt(body: JsonValue | undefined, path: EntryPath): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>((value, step) => {
    if (Array.isArray(value)) return value[Number(step)];
    return isRecord(value) && Object.hasOwn(value, String(step))
      ? ((value as JsonObject)[String(step)] as JsonValue)
      : undefined;
  }, body);
}
