import * as vscode from 'vscode';
import { type RunParts, runChecks } from './runChecks.ts';

/** Runs the checks of a file again whenever it is read again, until the user ends it. One run at a time. */
export async function runContinuously(
  parts: RunParts,
  request: vscode.TestRunRequest,
  token: vscode.CancellationToken,
): Promise<void> {
  const due = new Set<vscode.TestItem>();
  let running = Promise.resolve();
  const runDue = async (): Promise<void> => {
    const include = parts.items
      .under(due, new Set(request.exclude))
      .map(({ item }) => item)
      .filter((item) => isWanted(item, request.include));
    due.clear();
    if (include.length === 0 || token.isCancellationRequested) return;
    const next = new vscode.TestRunRequest(include, request.exclude, request.profile, true);
    await runChecks(parts, 'run', next, token);
  };
  const listening = parts.items.onDidChange((file) => {
    due.add(file);
    running = running.then(runDue);
  });
  await new Promise<void>((resolve) => token.onCancellationRequested(() => resolve()));
  listening.dispose();
  await running;
}

/** Items are made anew when a file is read: they are compared by where they stand. */
function isWanted(item: vscode.TestItem, include: readonly vscode.TestItem[] | undefined): boolean {
  if (!include) return true;
  const isSame = (wanted: vscode.TestItem, one: vscode.TestItem): boolean =>
    wanted.id === one.id && wanted.uri?.toString() === one.uri?.toString();
  return include.some((wanted) => isSame(wanted, item) || (item.parent !== undefined && isSame(wanted, item.parent)));
}
