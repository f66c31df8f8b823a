import { plainText } from '../../../base/text/plainText.ts';
import type { ManagedServer, PendingReason, ServerState } from '../../servers/model/server.ts';

export interface MissingServer {
  readonly server: string;
  readonly reason: string;
}

/**
 * The servers whose tools cannot be used now, and why, for models. Reads signals: inside an effect it follows them.
 * The reason may contain text of the server, so it is never part of a description or of instructions.
 */
export function missingServers(
  servers: readonly ManagedServer[],
  redact: (text: string) => string,
): readonly MissingServer[] {
  return servers.flatMap(({ label, state }) => {
    const reason = reasonOf(state.value);
    return reason === undefined ? [] : [{ server: label, reason: redact(plainText(reason)) }];
  });
}

const pendingTexts: Readonly<Record<PendingReason, string>> = {
  'untrusted-workspace': 'The user has not trusted the workspace.',
  new: 'The user has not approved it yet.',
  changed: 'Its configuration has changed, and the user has not approved that yet.',
  policy: 'A policy does not allow it.',
};

function reasonOf(state: ServerState): string | undefined {
  switch (state.kind) {
    case 'connecting':
    case 'connected':
      return undefined;
    case 'disconnected':
      return state.reason === 'stopped' ? 'The user has stopped it.' : undefined;
    case 'pending':
      return pendingTexts[state.reason];
    case 'waiting':
    case 'error':
      return [state.fault.message, state.fault.hint].filter(Boolean).join('. ');
    default:
      return state satisfies never;
  }
}
