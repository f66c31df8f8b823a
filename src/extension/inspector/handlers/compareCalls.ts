import { type Disposable } from '../../../base/lifetime.ts';
import type { Core } from '../../../core/app/core.ts';
import { comparableText } from '../../../core/calls/diffResults.ts';
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
    text: comparableText(calls.outcome(id)),
  });
  return shell.compare(shown(before), shown(after), isUnasked);
}

/** What a watched call returns after a restart is shown beside what it returned before, if that is different. */
export function showReruns({ calls, watchedCalls }: Core, shell: CallShell): Disposable {
  return watchedCalls.onDidRerun(({ before, after, isSame }) => {
    if (isSame === false) void compareCalls(calls, shell, before.id, after.id, true);
  });
}
