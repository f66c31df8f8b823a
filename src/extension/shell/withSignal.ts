import type * as vscode from 'vscode';

/** Runs with an AbortSignal that fires when VS Code's token does. */
export async function withSignal<T>(
  token: vscode.CancellationToken,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const abort = new AbortController();
  if (token.isCancellationRequested) abort.abort();
  const listening = token.onCancellationRequested(() => abort.abort());
  try {
    return await run(abort.signal);
  } finally {
    listening.dispose();
  }
}
