import { cancelled } from '../../../base/commonFaults.ts';
import { isRecord } from '../../../base/json.ts';
import { type ClientRequests, isWebAddress } from '../model/clientRequests.ts';
import type { Connection } from '../connection/connection.ts';
import { textOr } from '../../wire/messageBounds.ts';
import { sleep } from '../../../base/async.ts';

/** Revision 2025-11-25: "do something in the browser first, then call again". */
const urlElicitationRequired = -32_042;
const finishMs = 5 * 60_000;

interface UrlElicitation {
  readonly url: string;
  readonly message: string;
  readonly id: string | undefined;
}

/** What a refused call wants a user to do in the browser; nothing for any other error. */
export function urlElicitationsIn(error: unknown): readonly UrlElicitation[] {
  const { code, data } = (error ?? {}) as { code?: unknown; data?: unknown };
  if (code !== urlElicitationRequired || !isRecord(data) || !Array.isArray(data['elicitations'])) return [];
  return data['elicitations'].filter(isRecord).flatMap(({ url, message, elicitationId }) => {
    if (typeof url !== 'string' || !isWebAddress(url)) return [];
    return [{ url, message: textOr(message, ''), id: typeof elicitationId === 'string' ? elicitationId : undefined }];
  });
}

/** Asks the user for each, and waits until the server says that it is done. False if the user does not want to. */
export async function runUrlElicitations(
  elicitations: readonly UrlElicitation[],
  connection: Connection,
  server: string,
  clientRequests: ClientRequests,
  signal: AbortSignal,
): Promise<boolean> {
  if (!clientRequests.elicit || elicitations.length === 0) return false;
  for (const { url, message, id } of elicitations) {
    const finished = id === undefined ? undefined : finishOf(id, connection, signal);
    const { action } = await clientRequests.elicit({ mode: 'url', message, url }, { server, signal });
    if (action !== 'accept') throw cancelled('browserStep');
    await finished;
  }
  return true;
}

/** Listens before the page is opened, so that no completion is missed. If the server never reports it, the call is repeated anyway. */
async function finishOf(id: string, connection: Connection, signal: AbortSignal): Promise<void> {
  const done = new AbortController();
  const listening = connection.onNotification(({ method, params }) => {
    if (method === 'notifications/elicitation/complete' && isRecord(params) && params['elicitationId'] === id)
      done.abort();
  });
  try {
    await sleep(finishMs, AbortSignal.any([signal, connection.signal, done.signal]));
  } catch {
    return; // done, cancelled or disconnected: the next call shows which
  } finally {
    listening.dispose();
  }
}
