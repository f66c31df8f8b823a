import { parseJson } from '../../../base/json.ts';
import { type Disposable } from '../../../base/lifetime.ts';
import type { Core } from '../../../core/app/core.ts';
import { plainOf } from '../../../core/calls/outcome.ts';
import type { CallShell } from './callShell.ts';

type Calls = Core['calls'];

export function callName(calls: Calls, id: string): string {
  const view = calls.get(id);
  return view ? `${view.tool} #${view.number}` : id;
}

/** Two results side by side. */
export function compareCalls(
  calls: Calls,
  shell: CallShell,
  before: string,
  after: string,
  isUnasked = false,
): Promise<void> {
  const shown = (id: string): { readonly name: string; readonly text: string } => ({
    name: callName(calls, id),
    text: JSON.stringify(plainOf(calls.outcome(id)), lineByLine, 2),
  });
  return shell.compare(shown(before), shown(after), isUnasked);
}

/** A long text in one line of JSON could not be compared: JSON in it is shown as what it is, other texts as their lines. */
function lineByLine(key: string, value: unknown): unknown {
  if (key !== 'text' || typeof value !== 'string') return value;
  const parsed = /^\s*[[{]/.test(value) ? parseJson(value) : undefined;
  if (parsed?.ok) return parsed.value;
  return value.includes('\n') ? value.split('\n') : value;
}

/** What a watched call returns after a restart is shown beside what it returned before, if that is different. */
export function showReruns({ calls, watchedCalls }: Core, shell: CallShell): Disposable {
  return watchedCalls.onDidRerun(({ before, after, isSame }) => {
    if (isSame === false) void compareCalls(calls, shell, before.id, after.id, true);
  });
}
