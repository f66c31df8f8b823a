import type { Lifetime } from '../../../base/lifetime.ts';
import { Fault } from '../../../base/fault.ts';
import type { Log } from '../../../base/log.ts';
import { textOr } from '../../wire/messageBounds.ts';
import { type ListKind, watchChanges } from '../catalog/changeWatch.ts';
import type { ServerCatalog } from '../catalog/serverCatalog.ts';
import type { Connection } from '../connection/connection.ts';
import { isNetworkFailure } from '../connection/failure.ts';
import { isStreamLost } from '../connection/sdkErrors.ts';
import type { ClientRequests } from '../model/clientRequests.ts';

interface FollowOptions {
  readonly connection: Connection;
  /** Of the connection. */
  readonly lifetime: Lifetime;
  readonly log: Log;
  readonly mayMove: boolean;
  readonly catalog: ServerCatalog;
  readonly clientRequests: ClientRequests | undefined;
  notified(message: { readonly method: string; readonly params: unknown }): void;
  lost(error: unknown): void;
  /** The server may be gone, or only one stream of it. */
  doubted(): void;
}

/** What a server says by itself while it is connected, and what it is told without a call. */
export function followConnection(options: FollowOptions): void {
  const { connection, lifetime, log, mayMove, clientRequests } = options;
  lifetime.add(
    connection.onNotification(({ method, params }) => options.notified({ method: textOr(method, ''), params })),
  );
  watchChanges({
    connection,
    lifetime,
    log,
    mayMove,
    changed: (kind) => void refresh(options, kind),
    lost: (error) => options.lost(error),
  });
  lifetime.add(
    connection.tapped.onTrouble((error) => {
      // A server that sends no head before the first event never opened its stream for us: that one fails like a request.
      const neverOpened = connection.channel.exchanges !== undefined && isNetworkFailure(error);
      if (isStreamLost(error) || neverOpened) options.doubted();
    }),
  );
  if (clientRequests?.onRootsChanged)
    lifetime.add(clientRequests.onRootsChanged(() => void notifyRootsChanged(connection, log)));
}

async function refresh({ connection, catalog, log }: FollowOptions, kind: ListKind): Promise<void> {
  try {
    await catalog.refresh(connection, kind);
  } catch (error) {
    log.debug('could not refresh', { kind, reason: Fault.from(error).message });
  }
}

async function notifyRootsChanged(connection: Connection, log: Log): Promise<void> {
  if (connection.modern || connection.isClosed) return; // modern servers send it with each request
  try {
    await connection.notify('notifications/roots/list_changed');
  } catch (error) {
    log.debug('could not announce the roots', { reason: Fault.from(error).message });
  }
}
