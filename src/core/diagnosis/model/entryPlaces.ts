import type { EntryPath } from './diagnosis.ts';
import type { StdioFacts } from './evidence.ts';

/** Every text of an entry, with where it stands. */
export function placesOf({ command, args, cwd, env }: StdioFacts): readonly (readonly [EntryPath, string])[] {
  return [
    [['command'], command],
    ...args.map((arg, at) => [['args', at], arg] as const),
    ...(cwd === undefined ? [] : [[['cwd'], cwd] as const]),
    ...Object.entries(env).map(([name, value]) => [['env', name], value ?? ''] as const),
  ];
}
