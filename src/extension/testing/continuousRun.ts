import * as vscode from 'vscode';
import { Lifetime } from '../../base/lifetime.ts';
import { serverName } from './checkServers.ts';
import { type RunParts, runChecks } from './runChecks.ts';
import { watchStarts } from '../../core/servers/watchStarts.ts';

/** Runs the checks of a file again whenever it is saved or its server was started, until the user ends it. One run at a time. */
export async function runContinuously(
  parts: RunParts,
  request: vscode.TestRunRequest,
  token: vscode.CancellationToken,
): Promise<void> {
  const due = new Set<vscode.TestItem>();
  let running = Promise.resolve();
  let isRunning = false;
  const runDue = async (): Promise<void> => {
    const include = parts.items
      .under(due, new Set(request.exclude))
      .map(({ item }) => item)
      .filter((item) => isWanted(item, request.include));
    due.clear();
    if (include.length === 0 || token.isCancellationRequested) return;
    const next = new vscode.TestRunRequest(include, request.exclude, request.profile, true);
    isRunning = true;
    await runChecks(parts, 'run', next, token).finally(() => (isRunning = false));
  };
  const runSoon = (files: readonly vscode.TestItem[]): void => {
    for (const file of files) due.add(file);
    running = running.then(runDue);
  };
  const listening = new Lifetime();
  listening.add(parts.items.onDidChange((file) => runSoon([file])));
  // A run starts its servers itself.
  listening.add(watchStarts(parts.app.core.servers, (id) => isRunning || runSoon(filesOf(parts, id))));
  await new Promise<void>((resolve) => token.onCancellationRequested(() => resolve()));
  listening.dispose();
  await running;
}

function filesOf({ items }: RunParts, server: string): readonly vscode.TestItem[] {
  return items.all().filter((file) => {
    const [first] = items.under([file], new Set());
    return first !== undefined && serverName(first.checkFile) === server;
  });
}

/** Items are made anew when a file is read: they are compared by where they stand. */
function isWanted(item: vscode.TestItem, include: readonly vscode.TestItem[] | undefined): boolean {
  if (!include) return true;
  const isSame = (wanted: vscode.TestItem, one: vscode.TestItem): boolean =>
    wanted.id === one.id && wanted.uri?.toString() === one.uri?.toString();
  return include.some((wanted) => isSame(wanted, item) || (item.parent !== undefined && isSame(wanted, item.parent)));
}
