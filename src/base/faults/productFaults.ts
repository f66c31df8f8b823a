import { Fault, type FaultDetail, messageOf, withoutFullStop } from '../fault.ts';
import { l10n } from '../l10n.ts';

/** Texts of Kimi, of manifests' services and of the knowledge base are read by models: they stay English. */

export function kimiUnavailable(reason: string, cause?: unknown): Fault {
  return new Fault('kimi/unavailable', reason, cause === undefined ? {} : { cause });
}

const kimiSentences = {
  blocked: () => 'Provider safety policy blocked the response.',
  cutOff: () => 'The stream ended before the answer was complete',
  badCall: (tool: string) => `The model called ${tool} with arguments that are not a JSON object`,
  /** The error text of Kimi or its provider. */
  reported: (words: string) => words,
} as const;

export function kimiFailed(why: keyof typeof kimiSentences, subject = '', detail: FaultDetail = {}): Fault {
  return new Fault('kimi/failed', kimiSentences[why](subject), detail);
}

export function knowledgeInvalid(problems: string): Fault {
  return new Fault('knowledge/invalid', problems);
}

export function shippedKnowledgeUnreadable(): Fault {
  return new Fault('knowledge/unreadable', l10n.t('The built-in knowledge base cannot be read'), {
    hint: l10n.t('Reinstall the extension.'),
  });
}

export function unknownPattern(sentence: string): Fault {
  return new Fault('knowledge/unknown', sentence);
}

const socketReasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no socket (ENOENT)',
  ENOTDIR: 'there is no socket (ENOTDIR)',
  ECONNREFUSED: 'nobody listens on the socket (ECONNREFUSED)',
  EACCES: 'this user may not use the socket (EACCES)',
  EPERM: 'this user may not use the socket (EPERM)',
  EAGAIN: 'the service does not accept connections (EAGAIN)',
};

export function socketUnreachable(path: string, cause: unknown): Fault {
  const { code } = cause as { readonly code?: string };
  const why = (code !== undefined && socketReasons[code]) || messageOf(cause);
  return new Fault('socket/unreachable', `socket connect failed: ${why} — is the server running? path ${path}`, {
    cause,
    hint: 'Start the service, or correct the socket path.',
    data: { path, ...(code !== undefined && { code }) },
  });
}

export function socketUnsafe(path: string, sentence: string, hint?: string): Fault {
  return new Fault('socket/unsafe', sentence, { ...(hint !== undefined && { hint }), data: { path } });
}

const serviceSentences = {
  broken: (reason: string) => `The service broke the protocol: ${withoutFullStop(reason)}.`,
  notResponse: (reason: string) =>
    `The service sent something that is not an answer: ${withoutFullStop(reason)}. The connection was closed.`,
} as const;

export function serviceProtocolBroken(why: keyof typeof serviceSentences, reason: string): Fault {
  return new Fault('socket/protocol', serviceSentences[why](reason));
}

export function serviceClosed(cause?: unknown): Fault {
  const why = cause === undefined ? '' : ` (${messageOf(cause)})`;
  const text = `The service closed the connection before it answered${why}; the call may or may not have been carried out.`;
  return new Fault('socket/closed', text, { cause });
}

/** The operating system reports that it was not delivered, so it can be sent again safely. */
export function serviceNeverReached(cause: unknown): Fault {
  return new Fault('socket/not-delivered', 'The service closed the connection before the call reached it.', { cause });
}
