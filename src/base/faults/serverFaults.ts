import { Fault, type FaultDetail } from '../fault.ts';
import { l10n } from '../l10n.ts';

const unknownSentences = {
  unknown: (id: string) => l10n.t('There is no server "{0}"', id),
  notConfigured: (id: string) => l10n.t('"{0}" is no longer configured', id),
  removed: () => l10n.t('This server was removed'),
  notInFile: () => l10n.t('This server is not defined in a configuration file.'),
} as const;

export function unknownServer(why: keyof typeof unknownSentences, id = ''): Fault {
  return new Fault('server/unknown', unknownSentences[why](id));
}

/** Read by models too. */
export function unknownResource(uri: string): Fault {
  return new Fault('resource/unknown', `Resource not found: ${uri}`);
}

const spawnReasons = {
  noFolder: () => l10n.t('the working folder does not exist'),
  notFound: () => l10n.t('command not found'),
  denied: () => l10n.t('permission denied'),
  unknown: () => l10n.t('unknown error'),
} as const;

/** `why` is a known reason, or the system's error text. */
export function spawnFailed(
  command: string,
  cause: unknown,
  why?: keyof typeof spawnReasons | { readonly text: string },
): Fault {
  const reason = typeof why === 'string' ? spawnReasons[why]() : why?.text;
  const sentence =
    reason === undefined ? l10n.t('Cannot run {0}', command) : l10n.t('Cannot run {0}: {1}', command, reason);
  return new Fault('server/spawn-failed', sentence, { cause });
}

/** The command that a user named to run before each restart. */
export function buildFailed(command: string, code: string, output: string): Fault {
  return new Fault('server/build-failed', l10n.t('{0} failed with {1}; the server was not restarted', command, code), {
    hint: l10n.t('Its output is in the log of the server.'),
    data: { stderrTail: output },
  });
}

const exitSentences = {
  closed: () => l10n.t('The connection was closed'),
  closedEarly: () => l10n.t('The connection was closed before the response arrived'),
  notRunning: () => l10n.t('The server is not running'),
  withCode: (code: string) => l10n.t('The server exited with code {0}', code),
  bySignal: (signal: string) => l10n.t('The server was terminated by {0}', signal),
  withCodeEarly: (code: string) => l10n.t('The server exited with code {0} before it responded', code),
  bySignalEarly: (signal: string) => l10n.t('The server was terminated by {0} before it responded', signal),
} as const;

export function serverExited(how: keyof typeof exitSentences, subject = '', detail: FaultDetail = {}): Fault {
  return new Fault('server/exited', exitSentences[how](subject), detail);
}

export function serverEnded(
  { code, signal }: { readonly code: number | null; readonly signal: string | null },
  isEarly: boolean,
): Fault {
  if (signal !== null) return serverExited(isEarly ? 'bySignalEarly' : 'bySignal', signal);
  return serverExited(isEarly ? 'withCodeEarly' : 'withCode', String(code));
}

export function serverNotRunning(): Fault {
  return new Fault('server/not-ready', l10n.t('The server is not running'));
}

const connectSentences = {
  closed: () => l10n.t('The connection is closed'),
  lost: () => l10n.t('The connection was lost'),
  lostBecause: (reason: string) => l10n.t('The connection was lost: {0}', reason),
  windowClosed: (folders: string) => l10n.t('The window of {0} is closed', folders),
  http: (status: string) => l10n.t('The server responded with HTTP {0}', status),
  cannot: (reason: string) => l10n.t('Cannot connect: {0}', reason),
  failed: (reason: string) => reason,
} as const;

export function connectFailed(why: keyof typeof connectSentences, subject = '', detail: FaultDetail = {}): Fault {
  return new Fault('server/connect-failed', connectSentences[why](subject), detail);
}

export function redirected(status: number, target: string, cause: unknown): Fault {
  return connectFailed(
    'failed',
    l10n.t('The server redirects to {0} (HTTP {1}), which is not followed', target, status),
    {
      cause,
      hint: l10n.t('If you trust this address, use it as the URL of this server.'),
      data: { status },
    },
  );
}

/** What `Retry-After` says: seconds, or a date. */
export function tooManyRequests(retryAfter: string, now = Date.now()): Fault {
  const seconds = /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) : Math.ceil((Date.parse(retryAfter) - now) / 1_000);
  const isKnown = Number.isFinite(seconds) && seconds > 0;
  return connectFailed('http', '429', {
    hint: isKnown
      ? l10n.t('Too many requests: try again in {0} s.', seconds)
      : l10n.t('Too many requests: try again later.'),
    data: { status: 429, ...(isKnown && { retryAfterMs: seconds * 1_000 }) },
  });
}

export function cannotConnect(url: string, reason: string): Fault {
  return connectFailed('failed', l10n.t('Cannot connect to {0}: {1}', url, reason));
}

export function windowClosed(folders: readonly string[]): Fault {
  return connectFailed('windowClosed', folders.join(', '), {
    hint: l10n.t('Open the folder in VS Code, or restart this client.'),
  });
}

/** The call's timeout ended while it waited for the server to reconnect. */
export function notReachable(cause: Fault, nextAttemptMs: number | undefined): Fault {
  const seconds = Math.max(1, Math.ceil((nextAttemptMs ?? 0) / 1_000));
  const sentence =
    nextAttemptMs === undefined
      ? l10n.t('The server is not reachable. The next call tries again')
      : l10n.t('The server is not reachable, next attempt in {0} s', seconds);
  return new Fault('server/not-reachable', sentence, { cause, hint: cause.text });
}

/** The sentence for one attempt, with the number of attempts before it. */
export function gaveUp(fault: Fault, attempts: number): Fault {
  const sentence = l10n.t('Gave up after {0} attempts: {1}', attempts, fault.message);
  return Fault.revive({ ...fault.toShape(), message: sentence }).with({ cause: fault, data: { attempts } });
}

const protocolSentences = {
  notObject: (method: string) => l10n.t('The response to {0} is not an object', method),
  noList: (name: string) => l10n.t('The response has no list "{0}"', name),
  pageType: (type: string) => l10n.t('The app of the tool is not of type {0}', type),
  unsafeUrl: () => l10n.t('The server requested to open a URL that is not http or https'),
  notHttps: (server: string) => l10n.t('{0} requested to open a URL that is not https', server),
  notOffered: (method: string) => l10n.t('The server requested {0}, which is not offered to it', method),
  encoded: (encoding: string) => l10n.t('The server compressed its response in an unsupported way ({0})', encoding),
  notMessage: () => l10n.t('The server responded with JSON that is not a JSON-RPC message'),
  notSpoken: () => l10n.t('The server does not respond in the form of MCP'),
  handshake: (reason: string) => l10n.t('The handshake failed: {0}', reason),
  broken: (reason: string) => reason,
} as const;

/** The server broke the protocol. */
export function protocolBroken(why: keyof typeof protocolSentences, subject = '', cause?: unknown): Fault {
  return new Fault('server/protocol', protocolSentences[why](subject), cause === undefined ? {} : { cause });
}

const callSentences = {
  noUpdates: () => l10n.t('The server does not support subscriptions to this resource'),
  nobodyAnswers: () => 'Nobody can answer the request of the server', // read by models
  noText: () => 'The agent returned no text for the request of the server', // read by models
  noModel: () => l10n.t('This language model is no longer available'),
  http: (status: string) => l10n.t('The server responded with HTTP {0}', status),
  /** What the server itself said. */
  tooManyRounds: (rounds: string) => l10n.t('The server still requires input after {0} rounds', rounds),
  refused: (words: string) => words,
} as const;

export function callFailed(why: keyof typeof callSentences, subject = '', detail: FaultDetail = {}): Fault {
  return new Fault('server/call-failed', callSentences[why](subject), detail);
}

const authSentences = {
  signIn: () => [l10n.t('The server requires you to sign in'), l10n.t('Start the server again to sign in.')],
  unauthorized: () => [
    l10n.t('The server requires authorization (HTTP 401)'),
    l10n.t('Sign in, or add an "Authorization" header to this server.'),
  ],
  otherScheme: (scheme: string) => [
    l10n.t('The server requires authorization of type {0} (HTTP 401)', scheme),
    l10n.t('Add an "Authorization" header to this server.'),
  ],
  denied: () => [
    l10n.t('The server denied access (HTTP 403)'),
    l10n.t('The credentials are valid but not sufficient.'),
  ],
  unsafeAddress: (address: string) => [l10n.t('The sign-in page has an unsafe URL: {0}', address)],
  innerAddress: (origin: string) => [
    l10n.t('The server directs the sign-in to {0}, an address of this machine or a private network', origin),
    l10n.t('If it is the right authorization server, name it as "issuer" in "oauth" of this server.'),
  ],
  notJson: (address: string) => [
    l10n.t('The sign-in failed because {0} did not respond with JSON', address),
    l10n.t('Check the server\'s authorization settings, or use an "Authorization" header.'),
  ],
  neverContent: (attempts: string) => [
    l10n.t('The server still requires more permissions after {0} sign-ins', attempts),
    l10n.t('This account may not have the required permissions.'),
  ],
  hasScope: (scope: string) => [
    l10n.t('The server asks for the permission "{0}", which is granted already', scope),
    l10n.t('This is an error of the server: report it there.'),
  ],
  pageOpened: () => [
    l10n.t("The server requires a sign-in, and its page has been opened in the user's browser"),
    l10n.t('Call again after the user has signed in.'),
  ],
  unavailable: (origin: string) => [
    l10n.t('The sign-in could not be renewed: {0} is not available', origin),
    l10n.t('You stay signed in. Try again later.'),
  ],
  assertionRefused: (issuer: string) => [
    l10n.t('{0} refused the assertion of this server', issuer),
    l10n.t('Check "oauth" of this server: the assertion may have expired, or be for another service.'),
  ],
  noAssertion: (file: string) => [
    l10n.t('{0} cannot be read, or holds no JWT', file),
    l10n.t('Check "assertionFile" in "oauth" of this server.'),
  ],
  noIdentityProvider: (issuer: string) => [
    l10n.t('{0} has no metadata of an identity provider', issuer),
    l10n.t('Check "identityProvider" in "oauth" of this server.'),
  ],
  noIdentity: (issuer: string) => [
    l10n.t('{0} gave no identity token for this client', issuer),
    l10n.t('Check "identityProvider" in "oauth" of this server.'),
  ],
  noPkce: (issuer: string) => [
    l10n.t('{0} does not say that it supports PKCE, and the sign-in was stopped', issuer),
    l10n.t('Ask the service to list "S256" in "code_challenge_methods_supported" of its metadata.'),
  ],
  noRegistration: (issuer: string) => [
    l10n.t('{0} registers no client by itself', issuer),
    l10n.t('Create a client there, and write its id as "clientId" in "oauth" of this server.'),
  ],
  wrongAudience: (audience: string, resource: string) => [
    l10n.t('The server refuses the token that was just granted: it is for {0}, not for {1}', audience, resource),
    l10n.t('The server and its authorization server disagree: report it there.'),
  ],
  freshRefused: () => [
    l10n.t('The server refuses the token that was just granted'),
    l10n.t('The server and its authorization server disagree: report it there.'),
  ],
  otherIssuer: (issuer: string, wanted: string) => [
    l10n.t('The server directs the sign-in to {0}, but "oauth" of this server names {1}', issuer, wanted),
    l10n.t('If it is the right authorization server, name it as "issuer" in "oauth" of this server.'),
  ],
  refused: (reason: string) => [l10n.t('The sign-in was denied: {0}', reason)],
  refusedSilently: () => [l10n.t('The sign-in was denied without a reason')],
  failed: (reason: string) => [
    l10n.t('Signing in failed: {0}', reason),
    l10n.t('Check the server\'s authorization settings, or use an "Authorization" header.'),
  ],
  unknownIssuer: () => [l10n.t('Tokens of an unknown authorization server were not stored')],
} as const;

/** Who must act, where a sign-in failed for this reason. */
const authActors: Partial<Record<keyof typeof authSentences, 'server' | 'authorizationServer' | 'client' | 'user'>> = {
  signIn: 'user',
  unauthorized: 'user',
  otherScheme: 'user',
  denied: 'user',
  unsafeAddress: 'authorizationServer',
  innerAddress: 'server',
  notJson: 'authorizationServer',
  neverContent: 'server',
  hasScope: 'server',
  pageOpened: 'user',
  unavailable: 'authorizationServer',
  assertionRefused: 'user',
  noAssertion: 'user',
  noIdentityProvider: 'user',
  noIdentity: 'authorizationServer',
  noPkce: 'authorizationServer',
  noRegistration: 'user',
  wrongAudience: 'server',
  freshRefused: 'server',
  otherIssuer: 'user',
  refusedSilently: 'authorizationServer',
};

export function authRequired(
  why: keyof typeof authSentences,
  subject = '',
  detail: FaultDetail = {},
  other = '',
): Fault {
  const [message = '', hint] = authSentences[why](subject, other);
  const actor = authActors[why];
  const data = { ...(actor !== undefined && { actor }), ...detail.data };
  return new Fault('server/auth-required', message, { ...(hint !== undefined && { hint }), ...detail, data });
}

/** Not localized: the sentence is part of the contract, and models read it. */
function unknownTool(name: string, hint?: string): Fault {
  return new Fault('tool/unknown', `Unknown tool: ${name}`, hint === undefined ? {} : { hint });
}

export function toolNotSelected(name: string, server: string): Fault {
  return unknownTool(
    name,
    l10n.t('The configuration of "{0}" excludes this tool: change its list of tools to use it.', server),
  );
}

export function noToolPage(tool: string): Fault {
  return new Fault('tool/no-page', l10n.t('"{0}" has no app', tool));
}
