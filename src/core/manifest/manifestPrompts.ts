import { l10n } from '../../base/l10n.ts';
import type { ServerPrompt } from '../mcpServer/prompt.ts';
import { fillTemplate } from './read/fillTemplate.ts';
import type { DeclaredPrompt, FileFlaw, Manifest } from './read/model.ts';

const declarations = new WeakMap<ServerPrompt, string>();

/** The prompts of all manifests by name; an unchanged one stays the same object as in `previous`. */
export function buildPrompts(
  manifests: readonly Manifest[],
  prefix: string,
  previous: readonly ServerPrompt[],
  flaws: FileFlaw[],
): readonly ServerPrompt[] {
  const before = new Map(previous.map((prompt) => [prompt.name, prompt]));
  const byName = new Map<string, ServerPrompt>();
  for (const { file, prompts } of manifests)
    for (const declared of prompts) {
      const name = prefix + declared.name;
      if (byName.has(name)) flaws.push(duplicate(file, declared, name));
      else byName.set(name, promptOf(name, declared, before.get(name)));
    }
  return [...byName.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function duplicate(file: string, { path }: DeclaredPrompt, name: string): FileFlaw {
  const message = l10n.t('There is another prompt "{0}"; this one is ignored.', name);
  return { file, path: [...path, 'name'], code: 'duplicate', severity: 'error', message };
}

function promptOf(name: string, declared: DeclaredPrompt, before: ServerPrompt | undefined): ServerPrompt {
  const { title, description, arguments: args, template } = declared;
  const declaration = JSON.stringify([title, description, args, template]);
  if (before && declarations.get(before) === declaration) return before;
  const known = new Set(args.map((argument) => argument.name));
  const prompt: ServerPrompt = {
    name,
    description,
    ...(title !== undefined && { title }),
    arguments: args,
    profiles: ['tairseach'],
    load: async () => ({
      render: (given) => {
        const valueOf = (key: string): string | undefined =>
          known.has(key) ? (Object.hasOwn(given, key) ? given[key] : '') : undefined;
        return [{ role: 'user', content: { type: 'text', text: fillTemplate(template, valueOf) } }];
      },
    }),
  };
  declarations.set(prompt, declaration);
  return prompt;
}
