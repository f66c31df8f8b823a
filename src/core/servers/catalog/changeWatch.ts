import { textOr } from '../../wire/messageBounds.ts';
import type { McpSubscription } from '@modelcontextprotocol/client';
import { debounce, sleep } from '../../../base/async.ts';
import { Fault } from '../../../base/fault.ts';
import type { Lifetime } from '../../../base/lifetime.ts';
import type { Log } from '../../../base/log.ts';
import { backoffMs } from '../connection/backoff.ts';
import type { Connection } from '../connection/connection.ts';
import { hasMoved, isNetworkFailure } from '../connection/failure.ts';

export type ListKind = 'tools' | 'resources' | 'prompts';

interface ChangeWatchOptions {
  readonly connection: Connection;
  readonly lifetime: Lifetime;
  readonly log: Log;
  /** The next connection may find the server elsewhere. */
  readonly mayMove: boolean;
  changed(kind: ListKind): void;
  /** The stream of changes cannot be reopened because the server is gone. */
  lost(error: unknown): void;
}

const quietMs = 300;
const maxWaitMs = 2_000;
const listenTimeoutMs = 15_000;
/** After this many refusals the stream is given up: the lists then stay as they are. */
const refusals = 3;
const kinds = ['tools', 'resources', 'prompts'] as const;

/** Reports changed lists of the server: by its notifications, or by a stream that has to be requested. */
export function watchChanges(options: ChangeWatchOptions): void {
  const { connection, lifetime } = options;
  const notify = Object.fromEntries(
    kinds.map((kind) => [kind, lifetime.add(debounce(() => options.changed(kind), quietMs, maxWaitMs))]),
  ) as unknown as Record<ListKind, () => void>;
  lifetime.add(
    connection.onNotification(({ method }) => {
      const kind = /^notifications\/(tools|resources|prompts)\/list_changed$/.exec(textOr(method, ''))?.[1];
      if (kind) notify[kind as ListKind]();
    }),
  );
  const filter = filterFor(connection);
  if (connection.modern && Object.keys(filter).length > 0) void keepListening(options, filter);
}

/** If changes may have been missed, all lists are read again. */
async function keepListening(options: ChangeWatchOptions, filter: Record<string, true>): Promise<void> {
  const { connection, lifetime, log } = options;
  let failures = 0;
  for (let round = 0; !lifetime.ended && failures < refusals; round++) {
    try {
      const stream: McpSubscription = await connection.client.listen(filter, {
        timeout: listenTimeoutMs,
        signal: lifetime.signal,
      });
      if (round > 0) for (const kind of kinds) if (`${kind}ListChanged` in filter) options.changed(kind);
      failures = 0;
      await stream.closed;
    } catch (error) {
      if (lifetime.ended) return;
      failures++;
      log.debug('cannot listen for changes', { reason: Fault.from(error).message });
      if (isNetworkFailure(error) || (options.mayMove && hasMoved(error))) return options.lost(error);
    }
    await sleep(backoffMs(failures + 1), lifetime.signal).catch(() => {});
  }
}

function filterFor(connection: Connection): Record<string, true> {
  const filter: Record<string, true> = {};
  for (const kind of kinds) {
    const capability = connection.info.capabilities[kind] as { listChanged?: unknown } | undefined;
    if (capability?.listChanged === true) filter[`${kind}ListChanged`] = true;
  }
  return filter;
}
