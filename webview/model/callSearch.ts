import { displayName } from '../../src/protocol/toolName.ts';
import { previewJson } from '../../src/base/json.ts';
import type { CallView } from '../../src/protocol/calls.ts';

const looked = 4_000;

/** Every word must be somewhere: in the names, the arguments, the beginning of the answer or how it ended. */
export function matchesCall(view: CallView, query: string): boolean {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const text = textOf(view);
  return words.every((word) => text.includes(word));
}

const texts = new WeakMap<CallView, string>();

/** Made once per state of a call: a view is replaced, never changed. */
function textOf(view: CallView): string {
  let text = texts.get(view);
  if (text === undefined) texts.set(view, (text = build(view)));
  return text;
}

function build({ server, tool, args, state, number }: CallView): string {
  const end = state.kind === 'done' ? `${state.end.status} ${state.end.preview}` : state.kind;
  return `${server} ${displayName({ server, tool })} #${number} ${previewJson(args, looked)} ${end}`.toLowerCase();
}
