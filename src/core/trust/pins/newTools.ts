import type { DefinitionKind } from '../../../contract/definitions.ts';

/**
 * What happens to a tool, a prompt or a resource template that a known server did not have before: it is offered to
 * agents and the user is told, it is held back until the user accepts it, or it is offered without a word.
 */
export type NewTools = 'announce' | 'hold' | 'offer';

const fromLoosest: readonly unknown[] = ['offer', 'announce', 'hold'] satisfies readonly NewTools[];

/**
 * The user's value, or what a workspace makes stricter: a workspace never loosens it. `undefined` stands for a value
 * that is not set. What is not understood counts as the strictest: a typo must not let anything in.
 */
export function strictestNewTools(user: unknown, ...workspace: readonly unknown[]): NewTools {
  const wanted = [user ?? 'announce', ...workspace.filter((value) => value !== undefined)];
  const ranks = wanted.map((value) => (fromLoosest.includes(value) ? fromLoosest.indexOf(value) : fromLoosest.length));
  return (fromLoosest[Math.max(...ranks)] ?? 'hold') as NewTools;
}

/**
 * The instructions of a server that had none are held back in any case: a model follows them without choosing them.
 * Resources come and go with the data of a server, and are not announced.
 */
export function newToolsFor(kind: DefinitionKind, setting: NewTools): NewTools {
  if (kind === 'instructions') return 'hold';
  return kind === 'resource' && setting === 'announce' ? 'offer' : setting;
}
