import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signal } from '@preact/signals-core';
import { Emitter } from '../../../src/base/event.ts';
import { Fault } from '../../../src/base/fault.ts';
import { systemClock } from '../../../src/core/ports/ports.ts';
import type { ManagedServer, ServerState } from '../../../src/core/servers/model/server.ts';
import { ServerLogs } from '../../../src/core/servers/serverLog.ts';
import { silentTap } from '../../../src/core/wire/tap.ts';
import { failOnLeaks } from '../../support/leaks.ts';

failOnLeaks();

function logs(): ServerLogs {
  return new ServerLogs({
    clock: systemClock,
    redact: (text) => text.replaceAll('secret', '•••'),
    describe: ({ kind }) => `now ${kind}`,
  });
}

const texts = (all: ServerLogs, id: string): string[] => all.of(id).lines.map(({ level, text }) => `${level} ${text}`);

test('a log holds stderr, noise, states and log messages of its server only, without secrets', () => {
  const all = logs();
  const state = signal<ServerState>({ kind: 'disconnected', reason: 'never' });
  const notified = new Emitter<{ readonly method: string; readonly params: unknown }>();
  all.watch([{ id: 'a', state, onNotification: notified.event } as unknown as ManagedServer]);
  const tap = all.listen({ open: () => silentTap }).open('a');
  all
    .listen({ open: () => silentTap })
    .open('b')
    .stderr('of another');
  tap.stderr('my secret');
  tap.noise('hello');
  tap.frame('toServer', { method: 'x' });
  state.value = { kind: 'error', fault: new Fault('internal', 'x', { hint: 'Do this.' }), stderrTail: '' };
  notified.fire({ method: 'notifications/message', params: { level: 'warning', logger: 'db', data: { a: 1 } } });
  notified.fire({ method: 'notifications/progress', params: {} });
  assert.deepEqual(texts(all, 'a'), [
    'info now disconnected',
    'warn [stderr] my •••',
    'debug [stdout] hello',
    'error now error. Do this.',
    'warn [server] db: {"a":1}',
  ]);
  all.dispose();
  state.value = { kind: 'connecting', since: 0 };
  assert.deepEqual(texts(all, 'a'), []);
  notified.dispose();
});

test('a server that floods its stderr is kept within bounds, the newest last', () => {
  const all = logs();
  const log = all.of('a');
  for (let at = 0; at < 10_000; at++) log.append('warn', `line ${at} ${'x'.repeat(100)}`);
  assert.ok(log.lines.length <= 2_000 && log.lines.length >= 500, `${log.lines.length} lines`);
  assert.match(log.lines.at(-1)?.text ?? '', /^line 9999 /);
  log.append('warn', 'y'.repeat(100_000));
  assert.ok((log.lines.at(-1)?.text.length ?? 0) < 9_000);
  all.dispose();
});

test('a long line is cut after its secrets are gone, so that no half of one is left', () => {
  const all = logs();
  all
    .listen({ open: () => silentTap })
    .open('a')
    .stderr(`${'x'.repeat(8_189)}secret and more`);
  const [line = ''] = texts(all, 'a');
  assert.ok(line.length < 8_210 && !line.includes('sec'));
});

test('no character of a line is hidden, and colours are left out', () => {
  const logs = new ServerLogs({ clock: systemClock, redact: (text) => text, describe: ({ kind }) => kind });
  logs.of('s').append('info', '\u001B[31mred\u001B[0m \u202Etxt\u200B');
  assert.equal(logs.of('s').lines[0]?.text, 'red [U+202E]txt[U+200B]');
  logs.dispose();
});

test('the states of a server are kept apart from its output, and dropped lines are counted', () => {
  const all = logs();
  const state = signal<ServerState>({ kind: 'connecting', since: 0 });
  const notified = new Emitter<{ readonly method: string; readonly params: unknown }>();
  all.watch([{ id: 'a', state, onNotification: notified.event } as unknown as ManagedServer]);
  const log = all.of('a');
  for (let line = 0; line < 2_500; line++) log.append('warn', `line ${line}`);
  state.value = { kind: 'disconnected', reason: 'stopped' };
  assert.deepEqual(
    log.states.map(({ text }) => text),
    ['now connecting', 'now disconnected'],
  );
  assert.equal(log.dropped + log.lines.length, 2_502);
  assert.equal(log.lines.at(-2)?.text, 'line 2499');
  all.dispose();
  notified.dispose();
});
