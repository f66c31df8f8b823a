import { revealSentence } from '../../../src/base/text/hiddenCharacters.ts';
import { list, number, type SchemaObject, text, typesOf } from '../../../src/base/schema/document/schema.ts';
import type { FieldNode } from '../../model/form/fields/fieldNode.ts';
import { typeName } from '../../model/form/schema/branches.ts';
import { t } from '../../platform/l10n.ts';

/** Type and limits in a few words, visible before the input is wrong. */
export function fieldHint(node: FieldNode): string {
  const { schema } = node;
  const hints = [typeHint(node), lengthHint(schema), rangeHint(schema), countHint(schema), text(schema, 'format')];
  return hints.filter((hint) => hint !== undefined && hint !== '').join(t(', '));
}

function typeHint(node: FieldNode): string | undefined {
  if (node.kind === 'choice' || node.kind === 'choices' || node.kind === 'union' || node.kind === 'raw')
    return undefined;
  const type = typesOf(node.schema)?.find((name) => name !== 'null');
  return type && typeName(type).toLowerCase();
}

function lengthHint(schema: SchemaObject): string | undefined {
  const [min, max] = [number(schema, 'minLength'), number(schema, 'maxLength')];
  if (min !== undefined && max !== undefined) return t('{0} to {1} characters', min, max);
  if (min !== undefined && min > 0) return t('at least {0} characters', min);
  return max === undefined ? undefined : t('at most {0} characters', max);
}

function rangeHint(schema: SchemaObject): string | undefined {
  const [min, max] = [number(schema, 'minimum'), number(schema, 'maximum')];
  const [above, below] = [number(schema, 'exclusiveMinimum'), number(schema, 'exclusiveMaximum')];
  const low = min === undefined ? (above === undefined ? '' : `> ${above}`) : `≥ ${min}`;
  const high = max === undefined ? (below === undefined ? '' : `< ${below}`) : `≤ ${max}`;
  return min !== undefined && max !== undefined ? `${min} – ${max}` : [low, high].filter(Boolean).join(' ');
}

function countHint(schema: SchemaObject): string | undefined {
  const [min, max] = [number(schema, 'minItems'), number(schema, 'maxItems')];
  if (min !== undefined && max !== undefined) return t('{0} to {1} items', min, max);
  if (min !== undefined && min > 0) return t('at least {0} items', min);
  return max === undefined ? undefined : t('at most {0} items', max);
}

export function placeholderOf(node: FieldNode, isEmpty: boolean): string {
  switch (node.mode.value.kind) {
    case 'null':
      return 'null';
    case 'set':
      return isEmpty ? t('empty text') : '';
    default:
      return usualText(node.schema);
  }
}

/** What an empty field stands for. In words: a default or an example in grey must not look like a value. */
function usualText(schema: SchemaObject): string {
  if (schema['default'] !== undefined) return t('default {0}', JSON.stringify(schema['default']));
  const example = list(schema, 'examples')?.[0] ?? schema['example'];
  return example === undefined ? '' : t('for example {0}', JSON.stringify(example));
}

/** For a list to choose from, where it must not look like one of the values. */
export function unsetOptionText(schema: SchemaObject): string {
  return t('({0})', unsetText(schema));
}

/** For controls that show a state rather than a text. */
export function unsetText(schema: SchemaObject): string {
  return usualText(schema) || t('not set');
}

export function nameOf(node: FieldNode): string {
  return revealSentence(text(node.schema, 'title') ?? node.key.value ?? t('Arguments'));
}
