import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signal } from '@preact/signals-core';
import { Emitter } from '../../../src/base/event.ts';
import { ServerEvents } from '../../../src/core/servers/serverEvents.ts';
import type { ManagedServer } from '../../../src/core/servers/model/server.ts';
import { Redactor } from '../../../src/core/trust/redaction/redact.ts';
import { failOnLeaks } from '../../support/leaks.ts';

failOnLeaks();

interface Notification {
  readonly method: string;
  readonly params: unknown;
}

function notifying(id: string): { readonly server: ManagedServer; readonly notifications: Emitter<Notification> } {
  const notifications = new Emitter<Notification>();
  return { notifications, server: { id, onNotification: notifications.event } as unknown as ManagedServer };
}

function makeEvents(servers: readonly ManagedServer[], redactor = new Redactor()): ServerEvents {
  return new ServerEvents({ servers: signal(servers), redactor, clock: { now: () => 7, monotonicMs: () => 0 } });
}

test('the notifications of each server are kept apart, in order, and can be read from any position', () => {
  const [a, b] = [notifying('a'), notifying('b')];
  const log = makeEvents([a.server, b.server]);
  for (let at = 0; at < 3; at++)
    a.notifications.fire({ method: 'notifications/message', params: { level: 'info', data: at } });
  b.notifications.fire({ method: 'notifications/tools/list_changed', params: undefined });
  assert.deepEqual(
    log.page('a', 1).events.map(({ seq, at, level, preview }) => [seq, at, level, preview]),
    [
      [1, 7, 'info', '1'],
      [2, 7, 'info', '2'],
    ],
  );
  assert.deepEqual(
    log.page('b', 0).events.map(({ method, preview }) => [method, preview]),
    [['notifications/tools/list_changed', '']],
  );
  assert.deepEqual(log.page('unknown', 0), { events: [], nextSeq: 0, dropped: 0 });
  log.dispose();
});

test('the newest thousand stay, and dropped ones are counted', () => {
  const { server, notifications } = notifying('a');
  const log = makeEvents([server]);
  for (let at = 0; at < 1_250; at++) notifications.fire({ method: 'n', params: { at } });
  const page = log.page('a', 0);
  assert.deepEqual([page.events.length, page.events[0]?.seq, page.nextSeq, page.dropped], [1_000, 250, 1_250, 250]);
  log.clear('a');
  assert.deepEqual(log.page('a', 0), { events: [], nextSeq: 1_250, dropped: 0 });
  notifications.fire({ method: 'n', params: {} });
  assert.equal(log.page('a', 0).events.length, 1);
  log.dispose();
});

test('secrets are redacted, and huge values are truncated', () => {
  const { server, notifications } = notifying('a');
  const redactor = new Redactor();
  const secret = redactor.learn('tok-123456789');
  const log = makeEvents([server], redactor);
  notifications.fire({ method: 'notifications/message', params: { level: 'debug', data: 'sent tok-123456789 away' } });
  notifications.fire({ method: 'notifications/message', params: { level: 'debug', data: 'x'.repeat(200_000) } });
  const [first, second] = log.page('a', 0).events;
  assert.equal(JSON.stringify(first).includes('tok-123456789'), false);
  assert.equal(second?.params, undefined);
  assert.ok((second?.preview.length ?? 0) <= 300);
  secret.dispose();
  log.dispose();
});
