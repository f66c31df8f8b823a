import { displayName } from '../../../src/contract/toolName.ts';
import { previewJson } from '../../../src/base/json.ts';
import type { CallView } from '../../../src/contract/calls.ts';

const maxSearchedLength = 4_000;

/** Every word must occur in the names, the arguments, the beginning of the result or the outcome. */
export function matchesCall(view: CallView, query: string): boolean {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const text = textOf(view);
  return words.every((word) => text.includes(word));
}

const texts = new WeakMap<CallView, string>();

/** Cached per view: a view is replaced, never mutated. */
function textOf(view: CallView): string {
  let text = texts.get(view);
  if (text === undefined) texts.set(view, (text = build(view)));
  return text;
}

function build({ server, tool, args, state, number }: CallView): string {
  const end = state.kind === 'done' ? `${state.end.status} ${state.end.preview}` : state.kind;
  return `${server} ${displayName({ server, tool })} #${number} ${previewJson(args, maxSearchedLength)} ${end}`.toLowerCase();
}
