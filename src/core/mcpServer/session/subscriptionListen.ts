import { isRecord } from '../../../base/json.ts';
import type { Disposable, Lifetime } from '../../../base/lifetime.ts';
import type { ServableServer } from '../servableServer.ts';

/** A request that stays open, and carries the changes that it names. */
export const listenMethod = 'subscriptions/listen';

/** While the stream of changes is open, the resources that it names are watched. */
export function watchSubscriptions(server: ServableServer, request: unknown, within: Lifetime): Disposable | undefined {
  const uris = server.watchResource ? resourcesIn(request) : new Set<string>();
  if (uris.size === 0) return undefined;
  const lifetime = within.child();
  for (const uri of uris) lifetime.add(server.watchResource!(uri));
  return lifetime;
}

function resourcesIn(request: unknown): ReadonlySet<string> {
  const params = isRecord(request) && request['method'] === listenMethod ? request['params'] : undefined;
  const asked = isRecord(params) && isRecord(params['notifications']) ? params['notifications'] : {};
  const uris: unknown = asked['resourceSubscriptions'];
  return new Set(Array.isArray(uris) ? uris.filter((uri) => typeof uri === 'string') : []);
}
