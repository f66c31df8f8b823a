import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Lifetime } from '../../../src/base/lifetime.ts';
import type { ServableServer } from '../../../src/core/mcpServer/servableServer.ts';
import { listenMethod, watchSubscriptions } from '../../../src/core/mcpServer/session/subscriptionListen.ts';
import { failOnLeaks } from '../../support/leaks.ts';

failOnLeaks();

function watching() {
  const open = new Set<string>();
  const watchResource = (uri: string) => {
    open.add(uri);
    return { dispose: () => void open.delete(uri) };
  };
  return { open, server: { watchResource } as unknown as ServableServer };
}

const listen = (notifications: unknown, method = listenMethod) => ({ method, params: { notifications } });

test('the resources that a stream names are watched until it ends', () => {
  const { open, server } = watching();
  const lifetime = new Lifetime();
  const stream = watchSubscriptions(server, listen({ resourceSubscriptions: ['a:1', 'b:2', 'a:1', 7] }), lifetime);
  assert.deepEqual([...open], ['a:1', 'b:2']);
  stream?.dispose();
  assert.deepEqual([...open], []);
  watchSubscriptions(server, listen({ resourceSubscriptions: ['a:1'] }), lifetime);
  lifetime.dispose();
  assert.deepEqual([...open], []);
});

test('what names no resource, or does not ask for a stream, watches nothing', () => {
  const { open, server } = watching();
  const lifetime = new Lifetime();
  for (const request of [
    listen({ resourceSubscriptions: ['a:1'] }, 'tools/list'),
    listen({ resourceSubscriptions: 'a:1' }),
    listen({ toolsListChanged: true }),
    listen('a:1'),
    { method: listenMethod, params: 'x' },
    { method: listenMethod },
    'x',
  ])
    assert.equal(watchSubscriptions(server, request, lifetime), undefined);
  assert.equal(
    watchSubscriptions({} as ServableServer, listen({ resourceSubscriptions: ['a:1'] }), lifetime),
    undefined,
  );
  assert.equal(open.size, 0);
  lifetime.dispose();
});
