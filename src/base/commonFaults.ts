import { Fault, type FaultDetail } from './fault.ts';
import { type Texts, english, l10n } from './l10n.ts';

const cancelSentences = {
  asked: () => l10n.t('Cancelled'),
  denied: () => l10n.t('The user denied the request'),
  byAgent: () => l10n.t('The agent cancelled the call'),
  stopped: () => 'The bridge has stopped.', // read by models
  restarted: () => l10n.t('The server was restarted while the call was running'),
  startCancelled: () => l10n.t('The start was cancelled'),
  noValue: (names: string) => l10n.t('{0} was not provided', names),
  signInCancelled: () => l10n.t('The sign-in was cancelled'),
  signInNotOpened: () => l10n.t('The sign-in page was not opened'),
  browserStep: () => l10n.t('The server requires a step in the browser first'),
} as const;

export function cancelled(why: keyof typeof cancelSentences = 'asked', subject = ''): Fault {
  return new Fault('cancelled', cancelSentences[why](subject));
}

/** In English where only models read it. */
export function timedOut(what: string, timeoutMs: number, texts: Texts = english): Fault {
  return timeout(texts.t('{0} timed out after {1}s', what, timeoutMs / 1000), { data: { timeoutMs } });
}

export function noResponse(reason: string): Fault {
  return timeout(l10n.t('The server did not respond: {0}', reason));
}

function timeout(sentence: string, detail: FaultDetail = {}): Fault {
  return new Fault('timeout', sentence, detail);
}

export function unknownMethod(method: string): Fault {
  return new Fault('contract/unknown-method', `There is no method "${method}"`);
}

/** Only a bug of ours can cause it. */
export function badParams(method: string, problem: string): Fault {
  return new Fault('contract/bad-params', `${method}: ${problem}`);
}

const closedSentences = {
  page: () => l10n.t('The view was closed'),
  kimi: () => 'Kimi ended before it answered', // read by models
} as const;

export function peerClosed(who: keyof typeof closedSentences): Fault {
  return new Fault('peer/closed', closedSentences[who]());
}

export function notInstalled(part: string): Fault {
  return new Fault('internal', `${part} is not installed beside this program`);
}

const inputSentences = {
  callExists: () => l10n.t('A call with this ID already exists'),
  notSampling: () => l10n.t('This request does not ask for a model'),
  rootNotFolder: () => l10n.t('A root must be a local folder, given as a file: URL'),
  idInUse: (id: string) => l10n.t('A running request already uses the ID {0}: choose another one', id),
  embeddedObjectsOnly: () => l10n.t('The embedded server accepts JSON objects only'),
  notHeld: () => l10n.t('This call is no longer paused'),
  notJson: (reason: string) => l10n.t('Not valid JSON: {0}', reason),
  notObject: () => l10n.t('A message must be a JSON object'),
  noMethod: () => l10n.t('A request needs a method'),
  noResult: () => l10n.t('A response needs a result or an error'),
  notToolCall: () => l10n.t('This message is not a tool call that can be edited'),
  rule: (problem: string) => problem,
} as const;

/** What a user typed or chose cannot be used. */
export function invalidInput(why: keyof typeof inputSentences, subject = ''): Fault {
  return new Fault('input/invalid', inputSentences[why](subject));
}

const sizeSentences = {
  toServer: (limit: number) => `The arguments exceed the limit of ${limit} bytes; nothing was sent.`, // read by models
  fromService: (limit: number, bytes: number) =>
    `The service's answer of ${bytes} bytes exceeds the limit of ${limit} bytes.`, // read by models
  fromServer: (limit: number) => l10n.t('A message exceeds the limit of {0} bytes', limit),
  sized: (limit: number, bytes: number) =>
    l10n.t('A message of {0} bytes exceeds the limit of {1} bytes', bytes, limit),
  depth: (limit: number) => l10n.t('A message is nested more than {0} levels deep', limit),
  values: (limit: number) => l10n.t('A message has more than {0} values', limit),
  /** What the transport said of it. */
  said: (_limit: number, _bytes: number, words: string) => words,
  toLoad: () => l10n.t('Too large to load. Open it in the editor instead'),
  toCopy: () => l10n.t('Too large for the clipboard. Save it instead'),
} as const;

export function messageTooLarge(what: keyof typeof sizeSentences, limit = 0, bytes = 0, words = ''): Fault {
  return new Fault('limit/message-too-large', sizeSentences[what](limit, bytes, words));
}

/** `calls` wait for one server, or the limit of running `servers` is reached. */
export function queueFull(what: 'calls' | 'servers', limit: number): Fault {
  if (what === 'calls')
    return new Fault('limit/queue-full', l10n.t('More than {0} calls are waiting for this server', limit));
  return new Fault('limit/too-many-servers', l10n.t('{0} servers are already running', limit), {
    hint: l10n.t(
      'Stop a server that you do not need, or raise the setting "{0}".',
      'mcpSwitchboard.servers.maxRunning',
    ),
  });
}

export function cannotListen(where: string, cause: unknown, reason: string): Fault {
  return new Fault('embedded/listen-failed', l10n.t('Cannot listen on {0}: {1}', where, reason), { cause });
}
