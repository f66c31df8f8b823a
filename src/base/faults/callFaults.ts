import { Fault } from '../fault.ts';
import { l10n } from '../l10n.ts';

const unknownSentences = {
  result: () => l10n.t('The result of this call is no longer available'),
  request: () => l10n.t('The server is no longer waiting for this response'),
} as const;

export function unknownCall(what: keyof typeof unknownSentences): Fault {
  return new Fault('call/unknown', unknownSentences[what]());
}

export function callHasSecret(place: string, file: string): Fault {
  return new Fault('call/has-secret', l10n.t('"{0}" looks like a secret and is not written to {1}', place, file), {
    hint: l10n.t('Leave the value out, or keep the call in the history only.'),
  });
}

const snippetSentences = {
  curlHttpOnly: () => [
    l10n.t('curl can call HTTP servers only'),
    l10n.t('Copy it as switchboard call, TypeScript or Python instead.'),
  ],
  pythonWebSocket: () => [l10n.t('The Python SDK has no WebSocket client')],
  typescriptWebSocket: () => [l10n.t('The SDK has no WebSocket client')],
  embedded: () => [l10n.t('The embedded server can be called with `switchboard call` only')],
} as const;

export function noSnippet(why: keyof typeof snippetSentences): Fault {
  const [message = '', hint] = snippetSentences[why]();
  return new Fault('call/no-snippet', message, hint === undefined ? {} : { hint });
}

const recordingSentences = {
  cannotOpen: (file: string) => l10n.t('{0} cannot be opened', file),
  empty: () => l10n.t('This file is empty: it is not a recording.'),
  noHeader: () => l10n.t('This is not a recording: its first line is not the header of an mcptrace file.'),
  version: (version: string) => l10n.t('This recording has version {0}; only version 1 is supported.', version),
} as const;

export function recordingUnreadable(why: keyof typeof recordingSentences, subject = '', cause?: unknown): Fault {
  return new Fault('recording/unreadable', recordingSentences[why](subject), cause === undefined ? {} : { cause });
}

export function frameGone(): Fault {
  return new Fault('traffic/gone', l10n.t('This frame is no longer in the log'));
}
