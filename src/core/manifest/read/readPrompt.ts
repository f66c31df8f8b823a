import { isRecord } from '../../../base/json.ts';
import { l10n } from '../../../base/l10n.ts';
import type { FlawList } from './flawList.ts';
import type { DeclaredPrompt, ManifestPath } from './model.ts';

const namePattern = /^[A-Za-z0-9_.-]+$/;

/** The entries of "prompts"; those that cannot be offered are left out, for a reason that is in `flaws`. */
export function readPrompts(prompts: unknown, flaws: FlawList): readonly DeclaredPrompt[] {
  if (prompts === undefined) return [];
  if (Array.isArray(prompts)) return prompts.flatMap((prompt, at) => readPrompt(prompt, ['prompts', at], flaws) ?? []);
  flaws.error('prompt', ['prompts'], l10n.t('"prompts" must be a list.'));
  return [];
}

function readPrompt(prompt: unknown, path: ManifestPath, flaws: FlawList): DeclaredPrompt | undefined {
  const { name, title, description = '', template, arguments: args = [] } = isRecord(prompt) ? prompt : {};
  const refuse = (key: string, message: string): undefined =>
    flaws.error('prompt', [...path, key], message) as undefined;
  if (typeof name !== 'string' || !namePattern.test(name))
    return refuse('name', l10n.t('A prompt needs a "name" of letters, digits, "_", "-" and ".".'));
  if (typeof template !== 'string' || template === '')
    return refuse('template', l10n.t('The prompt "{0}" needs a "template": a string that is not empty.', name));
  if (typeof description !== 'string')
    return refuse('description', l10n.t('The "description" of the prompt "{0}" must be a string.', name));
  if (!Array.isArray(args) || !args.every(isArgument))
    return refuse(
      'arguments',
      l10n.t('The "arguments" of the prompt "{0}" must be a list of objects with a "name".', name),
    );
  return {
    name,
    description,
    template,
    arguments: args.map(readArgument),
    path,
    ...(typeof title === 'string' && { title }),
  };
}

interface Argument {
  readonly name: string;
  readonly [key: string]: unknown;
}

function isArgument(value: unknown): value is Argument {
  return isRecord(value) && typeof value['name'] === 'string' && value['name'] !== '';
}

function readArgument({ name, title, description, required }: Argument): DeclaredPrompt['arguments'][number] {
  return {
    name,
    ...(typeof title === 'string' && { title }),
    description: typeof description === 'string' ? description : '',
    required: required === true,
  };
}
