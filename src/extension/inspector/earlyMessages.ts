import type * as vscode from 'vscode';

/** What a page sends while what answers it is loaded. */
export interface EarlyMessages extends vscode.Disposable {
  readonly messages: readonly unknown[];
  /** Kept once the page listens: what is sent to it sooner would be lost, and in the way of its first paint. */
  readonly first: Promise<void>;
}

/** Listens before the page is written, so that its first request is never lost. */
export function listenEarly(webview: vscode.Webview): EarlyMessages {
  const messages: unknown[] = [];
  const { promise: first, resolve } = Promise.withResolvers<void>();
  const listening = webview.onDidReceiveMessage((message: unknown) => {
    messages.push(message);
    resolve();
  });
  return { messages, first, dispose: () => listening.dispose() };
}
