import type * as vscode from 'vscode';
import type { Port } from '../../contract/rpc/peer.ts';

/** `early` holds what the page has sent already. */
export function portOf(webview: vscode.Webview, early: readonly unknown[]): Port {
  return {
    send: (frame) => void webview.postMessage(frame),
    listen: (receive) => {
      for (const message of early) receive(message);
      return webview.onDidReceiveMessage(receive);
    },
  };
}
