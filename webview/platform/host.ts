import type { Disposable } from '../../src/base/lifetime.ts';
import { disposable } from '../../src/base/lifetime.ts';
import type { Port } from '../../src/contract/rpc/peer.ts';
import { withLastingState } from './lastingState.ts';
import type { StateStorage } from './pageState.ts';

interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

export interface Host extends StateStorage {
  readonly port: Port;
}

/** VS Code provides its API once per page, so this is called once. */
export function connectHost(): Host {
  const api = acquireVsCodeApi();
  return {
    port: { send: (frame) => api.postMessage(frame), listen: listenToWindow },
    ...withLastingState(
      { getState: () => api.getState(), setState: (state) => api.setState(state) },
      { getItem: (key) => localStorage.getItem(key), setItem: (key, text) => localStorage.setItem(key, text) },
    ),
  };
}

function listenToWindow(receive: (message: unknown) => void): Disposable {
  const onMessage = (event: MessageEvent): void => receive(event.data);
  window.addEventListener('message', onMessage);
  return disposable(() => window.removeEventListener('message', onMessage));
}
