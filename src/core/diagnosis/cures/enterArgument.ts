import { l10n } from '../../../base/l10n.ts';
import type { Remedy } from '../model/diagnosis.ts';
import { ask } from '../model/remedies.ts';

/** With its name where it has one: `--token VALUE`. */
export function enterArgument(name: string, args: readonly string[] | undefined): readonly Remedy[] {
  if (!args) return [];
  const option = /--[\w-]+/.exec(name)?.[0];
  const title = l10n.t('Enter {0}', option ?? name.trim());
  const what = /\b(?:dir|directory|directories|folder|workspace|vault)\b/i.test(name.replaceAll(/[-_]/g, ' '))
    ? 'folder'
    : 'text';
  if (option === undefined) return [ask(title, ['args', args.length], { what })];
  return [ask(title, ['args', args.length + 1], { what, also: [{ path: ['args', args.length], value: option }] })];
}
