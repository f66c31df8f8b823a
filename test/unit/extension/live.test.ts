import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { signal } from '@preact/signals-core';
import { Fault } from '../../../src/base/fault.ts';
import type { Core } from '../../../src/core/app/core.ts';
import type { ServerState } from '../../../src/core/servers/model/server.ts';
import { Redactor } from '../../../src/core/trust/redaction/redact.ts';
import { feedLive } from '../../../src/extension/languageClient/live.ts';
import type { LiveServer } from '../../../src/contract/language.ts';
import { cureEntry } from '../../../src/core/diagnosis/cureEntry.ts';
import { DiagnosedFault } from '../../../src/core/diagnosis/diagnosedFault.ts';
import type { Cure } from '../../../src/core/diagnosis/model/diagnosis.ts';
import { failOnLeaks } from '../../support/leaks.ts';

failOnLeaks();

const raw = { command: 'node', args: ['a.js'], env: { KEY: 'hunter2hunter2' } };

function scene(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  const state = signal<ServerState>({ kind: 'disconnected', reason: 'never' });
  const tools = signal([{ name: 'find', inputSchema: { type: 'object' } }]);
  const embedded = {
    id: 'embedded',
    state: signal<ServerState>({ kind: 'disconnected', reason: 'never' }),
    tools: signal([]),
  };
  const redactor = new Redactor();
  redactor.learn('hunter2hunter2');
  const core = {
    servers: signal([{ id: 'a', state, tools }, embedded]),
    entry: (id: string) => (id === 'a' ? { name: 'a', source: { file: '/ws/.vscode/mcp.json' }, raw } : undefined),
    redactor,
    curedEntry: (_: string, cure: Cure) => cureEntry(raw, cure, { isSecret: () => false }),
  } as unknown as Core;
  const sent: (readonly LiveServer[])[] = [];
  const receiver = {
    sendNotification: async (_: string, params: unknown) =>
      void sent.push((params as { servers: readonly LiveServer[] }).servers),
  };
  return { state, core, sent, receiver };
}

const info = {
  era: 'legacy',
  protocolVersion: '2025-11-25',
  name: 'notes',
  version: '1',
  capabilities: {},
  raw: {},
} as const;

test('the time from connecting to connected is measured, and stays when the server has stopped', (t) => {
  const { state, core, sent, receiver } = scene(t);
  const feed = feedLive(core, receiver);
  state.value = { kind: 'connecting', since: 1000 };
  state.value = { kind: 'connected', since: 1421, info };
  t.mock.timers.tick(1_000);
  const [live] = sent.at(-1) ?? [];
  assert.deepEqual(
    { state: live?.state, startMs: live?.startMs, product: live?.product, tools: live?.tools.map(({ name }) => name) },
    { state: 'connected', startMs: 421, product: 'notes 1', tools: ['find'] },
  );
  state.value = { kind: 'disconnected', reason: 'stopped' };
  t.mock.timers.tick(1_000);
  assert.equal(sent.at(-1)?.[0]?.startMs, 421);
  feed.dispose();
});

test('several changes are sent once, of configured servers only, and without their secrets', (t) => {
  const { state, core, sent, receiver } = scene(t);
  const feed = feedLive(core, receiver);
  const fault = new Fault('server/exited', 'It said hunter2hunter2', { hint: 'hunter2hunter2' });
  state.value = { kind: 'connecting', since: 1 };
  state.value = { kind: 'error', fault, stderrTail: 'password hunter2hunter2 refused' };
  t.mock.timers.tick(1_000);
  assert.equal(sent.length, 1);
  assert.deepEqual(
    sent[0]?.map(({ id }) => id),
    ['a'],
  );
  assert.doesNotMatch(JSON.stringify(sent), /hunter2/);
  feed.dispose();
});

test('the cause of a failure is sent with its place and the changes that help, and none that holds a secret', (t) => {
  const { state, core, sent, receiver } = scene(t);
  const feed = feedLive(core, receiver);
  const args = (value: string) => ({ kind: 'edit', changes: [{ path: ['args'], value: [value] }] }) as const;
  const remedies = [
    { text: 'Use b.js', cure: args('b.js') },
    { text: 'Use it', cure: args('hunter2hunter2') },
    { text: 'Ask', cure: { kind: 'addInput', variable: 'OTHER' } as const },
    { text: 'Read the manual' },
  ];
  const place = { kind: 'entry', path: ['args', 0] } as const;
  const found = {
    rule: 'r',
    cause: 'It is hunter2hunter2.',
    proof: 'x',
    place,
    remedies,
    certainty: 'certain',
  } as const;
  state.value = { kind: 'error', fault: new DiagnosedFault(new Fault('internal', 'x'), [found]), stderrTail: '' };
  t.mock.timers.tick(1_000);
  const diagnosis = sent.at(-1)?.[0]?.diagnosis;
  assert.deepEqual(diagnosis?.path, ['args', 0]);
  assert.deepEqual(
    diagnosis?.cures.map(({ title, changes }) => [title, changes]),
    [
      ['Use b.js', [{ path: ['args'], value: ['b.js'] }]],
      ['Ask', [{ path: ['env', 'OTHER'], value: '${input:other}' }]],
    ],
  );
  assert.doesNotMatch(JSON.stringify(sent), /hunter2/);
  feed.dispose();
});

test('the tokens of a tool are counted once, however often its server changes', (t) => {
  const { state, core, receiver } = scene(t);
  let counted = 0;
  const [server] = core.servers.value;
  Object.assign(server!.tools.value[0]!, { toJSON: () => (counted++, {}) });
  const feed = feedLive(core, receiver);
  state.value = { kind: 'connecting', since: 1000 };
  state.value = { kind: 'connected', since: 1421, info };
  assert.equal(counted, 1);
  feed.dispose();
});
