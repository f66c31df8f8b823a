import { isSdkHttpError } from '../../wire/sdkNames.ts';
import { RpcError } from '../transports/rawRequests.ts';

/**
 * The session that we hold was refused over HTTP, and so the request was not handled. 404 is what the protocol says;
 * the reference server says 400 "No valid session ID provided" after a restart, others "Server not initialized" or 410.
 */
export function isSessionRefused(error: unknown, sessionId: string | undefined): boolean {
  if (sessionId === undefined || !isSdkHttpError(error)) return false;
  const { status, text } = error.data;
  if (status === 404) return true;
  return (status === 400 || status === 410) && /\bsession|not initialized/i.test(String(text));
}

const lostWords =
  /\bsession\b.{0,40}\b(?:not found|expired|invalid|unknown|closed|terminated)|\b(?:no valid|invalid|unknown|expired|missing) session|server not initialized/i;

/** Also if it is said in a normal response, where a tool may mean a session of its own: a ping then decides. */
export function isSessionLost(error: unknown, sessionId: string | undefined): boolean {
  if (isSessionRefused(error, sessionId)) return true;
  return sessionId !== undefined && error instanceof RpcError && lostWords.test(error.message);
}
