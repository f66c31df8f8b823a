import { l10n } from '../../../base/l10n.ts';
import type { InputDeclaration } from '../../config/model/model.ts';

/** What an input offers to the user and puts into the launch; in quotes, so that no label can imitate the rest. */
export function describeInput(input: InputDeclaration): string {
  const { id, description, default: fallback } = input;
  return [
    kindOf(input),
    ...(fallback === undefined ? [] : [l10n.t('default {0}', JSON.stringify(fallback))]),
    ...(description === id ? [] : [l10n.t('described as {0}', JSON.stringify(description))]),
  ].join(', ');
}

function kindOf({ kind, options, password, command }: InputDeclaration): string {
  switch (kind) {
    case 'pickString':
      return l10n.t('one of {0}', options.map(optionText).join(', '));
    case 'command':
      return l10n.t('editor command {0}', JSON.stringify(command ?? ''));
    case 'promptString':
      return password ? l10n.t('password') : l10n.t('text');
    default:
      return kind satisfies never;
  }
}

function optionText({ label, value }: InputDeclaration['options'][number]): string {
  return label === value ? JSON.stringify(value) : `${JSON.stringify(label)} = ${JSON.stringify(value)}`;
}
