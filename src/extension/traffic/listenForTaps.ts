import type { Disposable } from '../../base/lifetime.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log.ts';
import type { Core } from '../../core/app/core.ts';
import type { WorkspacePort } from '../../core/ports/ports.ts';
import { listenForTaps } from '../../core/proxy/listener.ts';
import { tapFolder } from '../../core/proxy/tapSockets.ts';

/** Receives copies from `switchboard tap` until disposed. A window that cannot listen works without them. */
export function takeTaps(core: Core, workspace: WorkspacePort, log: Log): Disposable {
  const lifetime = new Lifetime();
  listenForTaps({
    folder: tapFolder(process.env),
    folders: () => workspace.folders.map(({ path }) => path),
    taps: core.traffic,
    log,
    now: Date.now,
  }).then(
    (listening) => lifetime.add(listening),
    (error: unknown) => log.warn('taps cannot reach this window', { error }),
  );
  return lifetime;
}
