import { existsSync } from 'node:fs';
import {
  InsufficientScopeError,
  ProtocolError,
  ProtocolErrorCode,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { cancelledFault } from '../../../base/async.ts';
import { Fault, type FaultCode, messageOf } from '../../../base/fault.ts';
import { clip } from '../../../base/json.ts';
import { type Evidence, hintFor } from './hints.ts';
import type { Launch } from '../model/launch.ts';
import type { Channel } from '../transports/channel.ts';
import { RpcError, oversizeCode, streamEndedCode } from '../transports/rawRequests.ts';

const shownTail = 4_000;

/** Why a server could not be started, with everything that is known about it. */
export function startFault(error: unknown, launch: Launch, channel: Channel | undefined, signal: AbortSignal): Fault {
  const cause = signal.aborted ? cancelledFault(signal) : withLastFailure(error, channel);
  if (Fault.is(cause, 'cancelled') || (Fault.is(cause) && cause.code.startsWith('trust/'))) return cause;
  const evidence = gather(cause, launch, channel);
  const { code, message } = nameIt(cause, launch, evidence);
  const hint = (Fault.is(cause) ? cause.hint : undefined) ?? hintFor(evidence);
  const retryable = launch.kind !== 'stdio' && launch.kind !== 'memory' && comesBack(cause, evidence.status);
  const data = { ...dataOf(evidence), ...(retryable && { retryable }) };
  return new Fault(code, message, { cause, ...(hint !== undefined && { hint }), data });
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
  const evidence = gather(error, launch, channel);
  const message = evidence.end
    ? endText(evidence.end)
    : `The connection was lost${error ? `: ${lastCause(error)}` : ''}`;
  const hint = hintFor(evidence);
  return new Fault(evidence.end ? 'server/exited' : 'server/connect-failed', message, {
    ...(error !== undefined && { cause: error }),
    ...(hint !== undefined && { hint }),
    data: dataOf(evidence),
  });
}

/** Why one call failed, while the server may be well. */
export function callFault(error: unknown, strayAnswers: number): Fault {
  if (Fault.is(error, 'timeout') && strayAnswers > 0) {
    const hint = `The server sent ${strayAnswers} answers with ids that nobody asked for; it may mix up its requests.`;
    return new Fault('timeout', error.message, { cause: error, hint, data: { ...error.data, strayAnswers } });
  }
  if (error instanceof Fault) return error;
  if (error instanceof RpcError || error instanceof ProtocolError) return rpcFault(error);
  if (isAuthFailure(error)) return authFault(error);
  if (SdkError.isInstance(error) && error.code === SdkErrorCode.ConnectionClosed) {
    return new Fault('server/exited', 'The connection was closed before the answer came', { cause: error });
  }
  const protocol = SdkError.isInstance(error) && error.code === SdkErrorCode.InvalidResult;
  return new Fault(protocol ? 'server/protocol' : 'server/call-failed', clip(withCauses(error), 500), { cause: error });
}

function rpcFault(error: RpcError | ProtocolError): Fault {
  if (error.code === oversizeCode)
    return new Fault('limit/message-too-large', capital(error.message), { cause: error });
  if (error.code === streamEndedCode) return new Fault('server/connect-failed', error.message, { cause: error });
  const { code, message, data } = error;
  return new Fault('server/call-failed', clip(message, 2_000), {
    cause: error,
    data: { code, ...(data !== undefined && { data }) },
  });
}

function isAuthFailure(error: unknown): boolean {
  if (UnauthorizedError.isInstance(error) || InsufficientScopeError.isInstance(error)) return true;
  return SdkHttpError.isInstance(error) && (error.data.status === 401 || error.data.status === 403);
}

/** HTTP 404 while a session is held: the server has forgotten it, and never saw the request. */
export function isSessionLost(error: unknown, sessionId: string | undefined): boolean {
  return sessionId !== undefined && SdkHttpError.isInstance(error) && error.data.status === 404;
}

/** Nobody is at the address any more, or somebody else: the request was not seen. A modern server says 404 of a method too. */
export function hasMoved(error: unknown): boolean {
  if (!SdkHttpError.isInstance(error)) return causesOf(error).some((cause) => codeOf(cause) === 'ECONNREFUSED');
  return error.data.status === 404 && !String(error.data['text']).includes(String(ProtocolErrorCode.MethodNotFound));
}

/** The way to the server is broken: a request may or may not have arrived. */
export function isNetworkFailure(error: unknown): boolean {
  const networkCodes = /^(?:ECONN|ENOTFOUND|EAI_|EHOST|ENET|EPIPE|ETIMEDOUT|UND_ERR)/;
  return causesOf(error).some((cause) => networkCodes.test(String((cause as { code?: unknown }).code ?? '')));
}

function authFault(error: unknown): Fault {
  const fallback = InsufficientScopeError.isInstance(error) ? 403 : 401;
  const status = SdkHttpError.isInstance(error) ? error.data.status : fallback;
  const denied = status === 403;
  return new Fault(
    'server/auth-required',
    denied ? 'The server denied access (HTTP 403)' : 'The server wants authorization (HTTP 401)',
    {
      cause: error,
      hint: denied
        ? 'The credentials are known but not sufficient.'
        : 'Sign in, or add an "Authorization" header to this server.',
      data: { status },
    },
  );
}

function gather(error: unknown, launch: Launch, channel: Channel | undefined): Evidence {
  const child = channel?.process;
  const status = SdkHttpError.isInstance(error) ? error.data.status : undefined;
  const body = SdkHttpError.isInstance(error) ? error.data['text'] : undefined;
  return {
    launch,
    causes: causesOf(error).map((each) => ({ code: codeOf(each), message: messageOf(each) })),
    stderr: child?.stderrTail().trim() ?? '',
    noise: child?.noise() ?? [],
    timedOut: Fault.is(error, 'timeout') || (SdkError.isInstance(error) && error.code === SdkErrorCode.RequestTimeout),
    cwdMissing: launch.kind === 'stdio' && launch.cwd !== undefined && !existsSync(launch.cwd),
    ...(child && { searchPath: child.searchPath }),
    ...(child?.end && { end: child.end }),
    ...(status !== undefined && { status }),
    ...(typeof body === 'string' && { body: clip(body.trim(), 500) }),
  };
}

function nameIt(error: unknown, launch: Launch, evidence: Evidence): { code: FaultCode; message: string } {
  if (Fault.is(error, 'server/spawn-failed')) {
    return { code: error.code, message: `${error.message}: ${spawnReason(evidence)}` };
  }
  if (isAuthFailure(error)) {
    const { code, message } = authFault(error);
    return { code, message };
  }
  if (evidence.end) return { code: 'server/exited', message: `${endText(evidence.end)} before it answered` };
  if (evidence.timedOut) return { code: 'timeout', message: `The server did not answer: ${messageOf(error)}` };
  if (evidence.status !== undefined)
    return { code: 'server/connect-failed', message: `The server answered with HTTP ${evidence.status}` };
  if (Fault.is(error)) return { code: error.code, message: error.message };
  const where = 'url' in launch ? ` to ${withoutSecrets(launch.url)}` : '';
  const protocol =
    ProtocolError.isInstance(error) || (SdkError.isInstance(error) && error.code === SdkErrorCode.InvalidResult);
  if (protocol) return { code: 'server/protocol', message: `The handshake failed: ${clip(messageOf(error), 300)}` };
  return { code: 'server/connect-failed', message: `Cannot connect${where}: ${clip(lastCause(error), 300)}` };
}

function spawnReason(evidence: Evidence): string {
  if (evidence.cwdMissing) return 'the working folder does not exist';
  const code = evidence.causes.at(-1)?.code;
  if (code === 'ENOENT') return 'command not found';
  if (code === 'EACCES') return 'permission denied';
  return evidence.causes.at(-1)?.message ?? 'unknown reason';
}

function endText(end: { readonly code: number | null; readonly signal: string | null }): string {
  return end.signal ? `The server was ended by ${end.signal}` : `The server exited with code ${end.code}`;
}

/** From the beginning of a line: half a secret would not be recognized as one. */
function tailOf(stderr: string): string {
  if (stderr.length <= shownTail) return stderr;
  const tail = stderr.slice(-shownTail);
  return tail.slice(tail.indexOf('\n') + 1);
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
  return last ? messageOf(last) || codeOf(last) || last.name : messageOf(error);
}

function withCauses(error: unknown): string {
  const messages = causesOf(error).map((each) => each.message);
  return [...new Set(messages)].join(': ') || messageOf(error);
}

function codeOf(error: Error): string | undefined {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
}

/** An address without user, password and query: those are where tokens hide. */
export function withoutSecrets(url: string): string {
  if (!URL.canParse(url)) return url;
  const parsed = new URL(url);
  parsed.username = parsed.password = parsed.hash = '';
  if (parsed.search !== '') parsed.search = '?…';
  return parsed.href.replace('?%E2%80%A6', '?…');
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
