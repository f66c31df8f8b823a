import { l10n } from '../../../base/l10n.ts';
import { type Fields, unsafeKeys } from './fields.ts';
import type { ArrayNode, JsonNode, ObjectNode } from '../text/jsonTree.ts';
import { type TextRange, describeKind } from '../model/problems.ts';

export type EnvPair = readonly [name: string, value: string | null];

/** `KEY=value`: the first "=" divides, any further one belongs to the value. */
function splitEnvPair(text: string): readonly [name: string, value: string] | undefined {
  const at = text.indexOf('=');
  return at > 0 ? [text.slice(0, at).trim(), text.slice(at + 1)] : undefined;
}

/** A map, or a list of `KEY=value`; numbers become strings and null unsets a variable. */
export function parseEnv(fields: Fields, ...keys: readonly string[]): Readonly<Record<string, string | null>> {
  const member = fields.member(...keys);
  if (!member || member.value.kind === 'null') return {};
  if (member.value.kind === 'object') return fromPairs(mapPairs(fields, member.value));
  if (member.value.kind === 'array') return fromPairs(listPairs(fields, member.value));
  fields.fail(
    l10n.t('"{0}" must be a map or a list of KEY=value, not {1}.', member.key, describeKind(member.value)),
    member.value,
  );
  return {};
}

function fromPairs(pairs: readonly EnvPair[]): Readonly<Record<string, string | null>> {
  return Object.fromEntries(pairs);
}

function mapPairs(fields: Fields, node: ObjectNode): readonly EnvPair[] {
  return node.members.flatMap(({ key, value, keyOffset, keyLength }): readonly EnvPair[] => {
    const named = checkName(fields, key, { offset: keyOffset, length: keyLength });
    if (!named || !value) return [];
    const text = envValue(fields, key, value);
    return text === undefined ? [] : [[key, text]];
  });
}

function envValue(fields: Fields, name: string, node: JsonNode): string | null | undefined {
  if (node.kind === 'null') return null;
  if (node.kind === 'object' || node.kind === 'array') {
    fields.problems.error(
      'bad-env',
      l10n.t('The value of {0} must be a string, not {1}.', name, describeKind(node)),
      node,
      fields.server,
    );
    return undefined;
  }
  return fields.clean(String(node.value), node, l10n.t('The value of {0}', name));
}

function listPairs(fields: Fields, node: ArrayNode): readonly EnvPair[] {
  return node.items.flatMap((item): readonly EnvPair[] => {
    const pair = item.kind === 'string' ? splitEnvPair(String(item.value)) : undefined;
    if (!pair) {
      fields.problems.error('bad-env', l10n.t('A variable in a list is written as KEY=value.'), item, fields.server);
      return [];
    }
    if (!checkName(fields, pair[0], item)) return [];
    return [[pair[0], fields.clean(pair[1], item, l10n.t('The value of {0}', pair[0]))]];
  });
}

function checkName(fields: Fields, name: string, at: TextRange): boolean {
  if (name !== '' && !/[=\0]/.test(name) && !unsafeKeys.has(name)) return true;
  fields.problems.error('bad-env', l10n.t('"{0}" is not a valid variable name.', name), at, fields.server);
  return false;
}
