import { l10n } from '../../../base/l10n.ts';
import type { JsonNode, ObjectNode } from '../text/jsonTree.ts';
import { memberOf } from '../text/jsonTree.ts';
import type { InputDeclaration } from '../model/model.ts';
import type { ProblemList } from '../model/problems.ts';

const kinds = ['promptString', 'pickString', 'command'] as const;

/** The `inputs` list. An invalid one is reported, the others are kept. */
export function parseInputs(
  node: JsonNode | undefined,
  file: string,
  problems: ProblemList,
): readonly InputDeclaration[] {
  if (!node || node.kind === 'null') return [];
  if (node.kind !== 'array') {
    problems.error('bad-input', l10n.t('"inputs" must be a list.'), node);
    return [];
  }
  const inputs = node.items.flatMap((item) => parseInput(item, file, problems));
  warnOfDuplicates(inputs, problems);
  return inputs;
}

function parseInput(node: JsonNode, file: string, problems: ProblemList): readonly InputDeclaration[] {
  if (node.kind !== 'object') {
    problems.error('bad-input', l10n.t('An input must be an object.'), node);
    return [];
  }
  const id = textOf(node, 'id');
  const kind = kinds.find((known) => known === textOf(node, 'type'));
  if (!id || !kind) {
    const message = id
      ? l10n.t('The type of input "{0}" must be {1}.', id, kinds.join(', '))
      : l10n.t('An input needs an "id".');
    problems.error('bad-input', message, node);
    return [];
  }
  const options = kind === 'pickString' ? optionsOf(node) : [];
  if (kind === 'pickString' && options.length === 0)
    problems.error('bad-input', l10n.t('Input "{0}" has no options.', id), node);
  const fallback = textOf(node, 'default');
  const command = textOf(node, 'command');
  const password = memberOf(node, 'password')?.value;
  return [
    {
      id,
      kind,
      description: textOf(node, 'description') ?? id,
      ...(fallback !== undefined && { default: fallback }),
      password: password?.kind === 'boolean' && password.value === true,
      options,
      ...(command !== undefined && { command }),
      file,
      span: problems.lines.span(node.offset, node.length),
    },
  ];
}

function textOf(node: ObjectNode, key: string): string | undefined {
  const value = memberOf(node, key)?.value;
  return value?.kind === 'string' ? String(value.value) : undefined;
}

function optionsOf(node: ObjectNode): InputDeclaration['options'] {
  const list = memberOf(node, 'options')?.value;
  if (list?.kind !== 'array') return [];
  return list.items.flatMap((item) => {
    if (item.kind === 'string') return [{ label: String(item.value), value: String(item.value) }];
    const value = item.kind === 'object' ? textOf(item, 'value') : undefined;
    return item.kind === 'object' && value !== undefined ? [{ label: textOf(item, 'label') ?? value, value }] : [];
  });
}

function warnOfDuplicates(inputs: readonly InputDeclaration[], problems: ProblemList): void {
  const seen = new Set<string>();
  for (const input of inputs) {
    if (seen.has(input.id))
      problems.warn(
        'duplicate-key',
        l10n.t('Input "{0}" is declared twice; the first one counts.', input.id),
        input.span,
      );
    seen.add(input.id);
  }
}
