import type { ProtocolError, SdkHttpError } from '@modelcontextprotocol/client';
import {
  isInsufficientScopeError,
  isProtocolError,
  isSdkErrorOf,
  isSdkHttpError,
  isUnauthorizedError,
  methodNotFoundCode,
} from '../../wire/sdkNames.ts';
import { l10n } from '../../../base/l10n.ts';
import { messageTooLarge, noResponse } from '../../../base/commonFaults.ts';
import {
  authRequired,
  callFailed,
  cannotConnect,
  connectFailed,
  protocolBroken,
  redirected,
  serverEnded,
  serverExited,
  spawnFailed,
} from '../../../base/faults/serverFaults.ts';
import type { BudgetName } from '../../../base/faults/limitFaults.ts';
import { cancelledFault } from '../../../base/async.ts';
import { Fault, messageOf } from '../../../base/fault.ts';
import { clip } from '../../../base/json.ts';
import { DiagnosedFault, isNamedBy } from '../../diagnosis/diagnosedFault.ts';
import { isHopeless } from '../../diagnosis/isHopeless.ts';
import type { Diagnosis } from '../../diagnosis/model/diagnosis.ts';
import type { Evidence } from '../../diagnosis/model/evidence.ts';
import { thisMachine } from '../../diagnosis/thisMachine.ts';
import { diagnosis } from './diagnosis.ts';
import { parseRetryAfterMs } from './backoff.ts';
import { isInvalid, knownReason, plainReason, redirectIn } from './sdkErrors.ts';
import type { Launch } from '../model/launch.ts';
import type { Channel } from '../transports/channel.ts';
import { RpcError, malformedCode, oversizeCode, streamEndedCode } from '../transports/rawRequests.ts';

const shownTail = 4_000;

/** Why a server could not be started, with everything that is known about it. */
export function startFault(
  error: unknown,
  launch: Launch,
  channel: Channel | undefined,
  signal: AbortSignal,
  strayResponses = 0,
): Fault {
  if (channel?.gate.fault) return stoppedFault(channel.gate.fault, launch, channel);
  const cause = signal.aborted ? cancelledFault(signal) : withLastFailure(error, channel);
  if (Fault.is(cause, 'cancelled') || (Fault.is(cause) && cause.code.startsWith('trust/'))) return cause;
  const evidence = { ...gather(cause, launch, channel), strayResponses };
  const named = nameIt(cause, launch, evidence);
  const diagnoses = diagnosis().diagnose(evidence);
  const own = Fault.is(cause) && evidence.namesSignIn !== false ? cause.hint : undefined;
  const hint = own ?? hintOf(named, diagnoses) ?? named.hint;
  const retryable = launch.kind !== 'stdio' && launch.kind !== 'memory' && comesBack(cause, evidence.status);
  const retryAfterMs = parseRetryAfterMs(channel?.exchanges?.retryAfter, Date.now());
  const refused = retryable && causesOf(cause).some((each) => codeOf(each) === 'ECONNREFUSED');
  const data = {
    ...dataOf(evidence),
    ...(retryable && { retryable }),
    ...(refused && { refused }),
    ...(retryAfterMs > 0 && { retryAfterMs }),
  };
  return new DiagnosedFault(named.with({ cause, ...(hint !== undefined && { hint }), data }), diagnoses, evidence);
}

/** Its budgets speak for themselves; an output that is closed has causes in the entry. */
function stoppedFault(fault: Fault, launch: Launch, channel: Channel): Fault {
  if (fault.data?.['budget'] !== ('outputClosed' satisfies BudgetName)) return fault;
  const evidence = { ...gather(fault, launch, channel), isOutputClosed: true };
  const diagnoses = diagnosis().diagnose(evidence);
  const hint = hintOf(fault, diagnoses);
  const data = { ...fault.data, ...dataOf(evidence) };
  return new DiagnosedFault(fault.with({ ...(hint !== undefined && { hint }), data }), diagnoses, evidence);
}

/** A server that waits for a terminal, or writes messages in another form, will not respond. */
export function hopelessFault(launch: Launch, channel: Channel, quietMs: number): Fault | undefined {
  const tail = channel.process?.stderrTail() ?? '';
  const isLineOpen = (tail !== '' && !tail.endsWith('\n')) || (channel.process?.openLine() ?? '') !== '';
  const silence = { isLineOpen, quietMs };
  return isHopeless(gather(undefined, launch, channel), silence) ? protocolBroken('notSpoken') : undefined;
}

/** Some errors of the SDK carry only the text of what went wrong below: the cause is put back. */
function withLastFailure(error: unknown, channel: Channel | undefined): unknown {
  const below = channel?.lastFailure?.();
  if (below === undefined || !(error instanceof Error) || causesOf(error).length > 1) return error;
  return Object.assign(error, { cause: below });
}

/** A remote server that is down, restarting or overloaded. */
function comesBack(error: unknown, status: number | undefined): boolean {
  return status === undefined ? isNetworkFailure(error) : status === 429 || status >= 500;
}

/** Why a running server was lost. */
export function lossFault(launch: Launch, channel: Channel, error?: unknown): Fault {
  if (channel.gate.fault) return channel.gate.fault;
  const below = channel.lastFailure?.();
  if (Fault.is(below, 'limit/message-too-large')) return below;
  const cause = error ?? (channel.pipe ? below : undefined); // over HTTP it may be of any earlier request
  const evidence = { ...gather(cause, launch, channel), hasRun: true };
  const fault = evidence.end ? serverEnded(evidence.end, false) : lostFault(cause);
  const diagnoses = diagnosis().diagnose(evidence);
  const hint = hintOf(fault, diagnoses);
  const told = fault.with({ cause, ...(hint !== undefined && { hint }), data: dataOf(evidence) });
  return new DiagnosedFault(told, diagnoses, evidence);
}

/** What could not be run is in the sentence of the fault already. */
function hintOf(fault: Fault, [first]: readonly Diagnosis[]): string | undefined {
  if (!first) return undefined;
  return isNamedBy(fault, first) ? diagnosis().remedyText(first) : diagnosis().diagnosisText(first);
}

function lostFault(error: unknown): Fault {
  return error ? connectFailed('lostBecause', lastCause(error)) : connectFailed('lost');
}

/** Why one call failed, while the server may be fine. */
export function callFault(error: unknown, strayAnswers: number): Fault {
  if (Fault.is(error, 'timeout') && strayAnswers > 0) {
    const hint = l10n.t(
      'The server sent {0} responses with IDs of no request; it may mix up its requests.',
      strayAnswers,
    );
    return error.with({ hint, data: { strayAnswers } });
  }
  if (error instanceof Fault) return error;
  if (error instanceof RpcError || isProtocolError(error)) return rpcFault(error);
  if (isAuthFailure(error)) return authFault(error);
  if (isSdkErrorOf(error, 'CONNECTION_CLOSED')) {
    return serverExited('closedEarly', '', { cause: error });
  }
  if (isSdkHttpError(error)) return redirectFault(error) ?? httpFault(error);
  const protocol = isSdkErrorOf(error, 'INVALID_RESULT') || isInvalid(error);
  const text = clip(protocol ? plainReason(error) : withCauses(error), 500);
  return protocol ? protocolBroken('broken', text, error) : callFailed('refused', text, { cause: error });
}

function redirectFault(error: unknown): Fault | undefined {
  for (const cause of causesOf(error)) {
    const redirect = redirectIn(cause);
    if (redirect) return redirected(redirect.status, clip(redirect.target, 200), error);
  }
  return undefined;
}

function httpFault(error: SdkHttpError): Fault {
  const { status, text: body } = error.data;
  const hint =
    typeof body === 'string' && body.trim() !== '' ? l10n.t('It responded: {0}', clip(body.trim(), 500)) : '';
  return callFailed('http', String(status), { cause: error, ...(hint !== '' && { hint }), data: { status } });
}

function rpcFault(error: RpcError | ProtocolError): Fault {
  if (error.code === oversizeCode) return messageTooLarge('said', 0, 0, error.message);
  if (error.code === malformedCode) return protocolBroken('broken', error.message, error);
  if (error.code === streamEndedCode) return connectFailed('failed', error.message, { cause: error });
  const { code, message, data } = error;
  const facts = { code, ...(data !== undefined && { data }) };
  return callFailed('refused', clip(message, 2_000), { cause: error, data: facts });
}

function isAuthFailure(error: unknown): boolean {
  if (isUnauthorizedError(error) || isInsufficientScopeError(error)) return true;
  return isSdkHttpError(error) && (error.data.status === 401 || error.data.status === 403);
}

/** The server is gone from the URL, or another one is there: the request was not handled. A modern server also sends 404 for an unknown method. */
export function hasMoved(error: unknown): boolean {
  if (!isSdkHttpError(error)) return causesOf(error).some((cause) => codeOf(cause) === 'ECONNREFUSED');
  return error.data.status === 404 && !String(error.data['text']).includes(String(methodNotFoundCode));
}

/** No connection could be made: the request was not sent. */
export function isNotSent(error: unknown): boolean {
  return causesOf(error).some((cause) => /^(?:ECONNREFUSED|ENOTFOUND|EAI_)/.test(codeOf(cause) ?? ''));
}

/** Connections are refused: not only this request is lost. */
export function isUnreachable(error: unknown): boolean {
  return causesOf(error).some((cause) => /^(?:ECONNREFUSED|ENOTFOUND|EAI_|EHOST|ENET)/.test(codeOf(cause) ?? ''));
}

/** The connection is broken: a request may or may not have arrived. */
export function isNetworkFailure(error: unknown): boolean {
  const networkCodes = /^(?:ECONN|ENOTFOUND|EAI_|EHOST|ENET|EPIPE|ETIMEDOUT|UND_ERR)/;
  return causesOf(error).some((cause) => networkCodes.test(String((cause as { code?: unknown }).code ?? '')));
}

function authFault(error: unknown): Fault {
  const fallback = isInsufficientScopeError(error) ? 403 : 401;
  const status = isSdkHttpError(error) ? error.data.status : fallback;
  const denied = status === 403;
  return authRequired(denied ? 'denied' : 'unauthorized', '', { cause: error, data: { status } });
}

function gather(error: unknown, launch: Launch, channel: Channel | undefined): Evidence {
  const child = channel?.process;
  const status = statusOf(error);
  const body = isSdkHttpError(error) ? error.data['text'] : undefined;
  const namesNone = causesOf(error).some((each) => Fault.is(each) && each.data?.['namesSignIn'] === false);
  const challenge = status === 401 || status === 403 ? channel?.exchanges?.challenge : undefined;
  return {
    launch,
    causes: causesOf(error).map((each) => ({ code: codeOf(each), message: messageOf(each) })),
    stderr: child?.stderrTail().trim() ?? '',
    noise: child ? [...child.noise(), ...[child.openLine()].filter((line) => line.trim() !== '')] : [],
    reports: child?.reports() ?? [],
    timedOut: Fault.is(error, 'timeout') || isSdkErrorOf(error, 'REQUEST_TIMEOUT'),
    machine: thisMachine(child?.searchPath ?? ''),
    ...(child && { searchPath: child.searchPath }),
    ...(child?.end && { end: child.end }),
    ...(status !== undefined && { status }),
    ...(typeof body === 'string' && { body: clip(body.trim(), 500) }),
    ...(challenge !== undefined && { challenge: clip(challenge, 500) }),
    ...(namesNone && { namesSignIn: false }),
  };
}

function statusOf(error: unknown): number | undefined {
  if (isSdkHttpError(error)) return error.data.status;
  if (isInsufficientScopeError(error)) return 403;
  // Our own fault may be the cause: the SDK wraps what its probe met.
  const stated = causesOf(error).map((each) => (Fault.is(each) ? each.data?.['status'] : undefined));
  return stated.find((status) => typeof status === 'number');
}

function nameIt(error: unknown, launch: Launch, evidence: Evidence): Fault {
  if (Fault.is(error, 'server/spawn-failed') && launch.kind === 'stdio')
    return spawnFailed(launch.command, error, spawnReason(evidence));
  if (isAuthFailure(error)) return authFault(error);
  if (evidence.end) return serverEnded(evidence.end, true);
  if (evidence.timedOut) return noResponse(messageOf(error));
  if (Fault.is(error)) return error;
  const redirect = redirectFault(error);
  if (redirect) return redirect;
  if (evidence.status !== undefined) return connectFailed('http', String(evidence.status));
  const isProtocol = isProtocolError(error) || isSdkErrorOf(error, 'INVALID_RESULT');
  if (isProtocol || isInvalid(error)) return protocolBroken('handshake', clip(plainReason(error), 300));
  const reason = clip(lastCause(error), 300);
  return 'url' in launch ? cannotConnect(withoutSecrets(launch.url), reason) : connectFailed('cannot', reason);
}

function spawnReason({ launch, machine, causes }: Evidence): Parameters<typeof spawnFailed>[2] {
  const cause = causes.at(-1);
  const cwd = launch.kind === 'stdio' ? launch.cwd : undefined;
  if (cwd !== undefined && machine.kindOf(cwd) !== 'folder') return 'noFolder';
  if (cause?.code === 'ENOENT') return 'notFound';
  if (cause?.code === 'EACCES') return 'denied';
  return cause ? { text: cause.message } : 'unknown';
}

/** From the beginning of a line, or else of a word: half a secret would not be recognized as one. */
function tailOf(stderr: string): string {
  if (stderr.length <= shownTail) return stderr;
  const tail = stderr.slice(-shownTail);
  const line = tail.indexOf('\n');
  return tail.slice(line >= 0 ? line + 1 : Math.max(tail.search(/\s/), 0));
}

function dataOf(evidence: Evidence): Readonly<Record<string, unknown>> {
  const { end, stderr, noise, causes, status, body, searchPath } = evidence;
  return {
    ...(end && { exitCode: end.code, signal: end.signal }),
    ...(status !== undefined && { status }),
    ...(body !== undefined && { body }),
    ...(stderr !== '' && { stderrTail: tailOf(stderr) }),
    ...(noise.length > 0 && { noise }),
    ...(causes.length > 0 && {
      causes: causes.map((each) => (each.code ? `${each.code}: ${each.message}` : each.message)),
    }),
    ...(searchPath !== undefined && { searchPath }),
  };
}

/** The error and its causes, the outermost first; an AggregateError (both address families refused) counts once. */
function causesOf(error: unknown): readonly Error[] {
  const found: Error[] = [];
  let next: unknown = error;
  while (next instanceof Error && found.length < 8 && !found.includes(next)) {
    found.push(next);
    next =
      next instanceof AggregateError
        ? next.errors[0]
        : (next.cause ?? (next as { data?: { cause?: unknown } }).data?.cause);
  }
  return found;
}

function lastCause(error: unknown): string {
  const last = causesOf(error).at(-1);
  const known = last && knownReason(codeOf(last));
  if (known !== undefined) return known;
  return last ? messageOf(last) || codeOf(last) || last.name : messageOf(error);
}

function withCauses(error: unknown): string {
  const messages = causesOf(error).map((each) => knownReason(codeOf(each)) ?? each.message);
  return [...new Set(messages)].join(': ') || messageOf(error);
}

function codeOf(error: Error): string | undefined {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
}

/** A URL without user, password and query, which may hold tokens. */
export function withoutSecrets(url: string): string {
  if (!URL.canParse(url)) return url;
  const parsed = new URL(url);
  parsed.username = parsed.password = parsed.hash = '';
  if (parsed.search !== '') parsed.search = '?…';
  return parsed.href.replace('?%E2%80%A6', '?…');
}
