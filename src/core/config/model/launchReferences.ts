import type { LaunchSpec } from './launch.ts';
import type { InputDeclaration, ServerEntry } from './model.ts';
import { type Reference, findReferences, maxNesting } from './references.ts';

/**
 * Every variable that resolving a launch may need, also inside the default of another one. Each text is read by itself,
 * as it is resolved: in the JSON of the whole, an open brace of one text would hide what follows in the others.
 */
export function launchReferences(launch: LaunchSpec): readonly Reference[] {
  return textsIn(launch).flatMap((text) => nestedReferences(text));
}

/** The declarations behind a launch. Where an id is declared twice, the first one counts. */
export function inputsUsed({ launch, inputs }: ServerEntry): readonly InputDeclaration[] {
  const asked = new Set(
    launchReferences(launch).map(({ name, argument }) => (name === 'input' ? argument : undefined)),
  );
  return inputs.filter(({ id }, at) => asked.has(id) && inputs.findIndex((other) => other.id === id) === at);
}

/** What is nested deeper is not resolved. */
function nestedReferences(text: string, level = 0): readonly Reference[] {
  if (level > maxNesting) return [];
  const found = findReferences(text);
  return found.concat(found.flatMap((outer) => nestedReferences(outer.text.slice(2, -1), level + 1)));
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
