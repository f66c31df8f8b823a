import { isRecord } from '../../../base/json.ts';
import { internalError, invalidParams } from '../../wire/message.ts';

type Wire = Readonly<Record<string, unknown>>;

/**
 * Rewrites the SDK's errors to the documented texts. Its texts for bad parameters are
 * dumps of its schemas, and its internal errors contain whatever was thrown: neither may reach a client.
 */
export function normalizeResponse(message: Wire): Wire {
  if ('method' in message) return message;
  const { id, result, error } = message;
  if (error === undefined) return { jsonrpc: '2.0', id, result: isTask(result) ? withoutContent(result) : result };
  const better = isRecord(error) ? betterError(error) : error;
  return id === undefined || id === null ? { jsonrpc: '2.0', error: better } : { jsonrpc: '2.0', id, error: better };
}

function isTask(result: unknown): result is Wire {
  return isRecord(result) && result['resultType'] === 'task';
}

/** The SDK knows no result of a call without it; a task has none. */
function withoutContent({ content: _content, ...task }: Wire): Wire {
  return task;
}

/** The SDK uses one code for several failures, so its message is read to tell them apart. */
function betterError(error: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const text = String(error['message']);
  if (error['code'] === -32603) return text === 'Subscription limit reached' ? error : { ...internalError };
  if (error['code'] !== -32602) return error;
  if (text.startsWith('Invalid tools/call result')) return { ...internalError };
  if (text.startsWith('Invalid tools/call request'))
    return { ...invalidParams('tools/call needs a name and an object of arguments') };
  return error;
}
