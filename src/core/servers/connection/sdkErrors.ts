import { isRecord } from '../../../base/json.ts';

/*
 * The one place that reads messages of the SDK and of the runtime: these errors carry no code of their own, so
 * their English text is all that tells them apart. Nothing of ours is recognised by its text.
 */

/** The SDK gives up on the stream of a legacy session and only calls its error listener. */
export function isStreamGivenUp(error: Error): boolean {
  return error.message.startsWith('Maximum reconnection attempts');
}

/** What is at the URL does not offer the event stream of HTTP+SSE. */
export function isNoEventStream(error: unknown): boolean {
  const code = isRecord(error) || error instanceof Error ? (error as { code?: unknown }).code : undefined;
  const message = error instanceof Error ? error.message : '';
  return code === 404 || code === 405 || code === 400 || code === 406 || message.includes('content type');
}

/** A web page or another service sent the response: JSON.parse and the SDK complain about what they read. */
export function isNotMcp({ message }: { readonly message: string }): boolean {
  return /text\/html|Unexpected token '?<|not valid JSON|unexpected content type/i.test(message);
}
