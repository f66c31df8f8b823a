import assert from 'node:assert/strict';
import { test } from 'node:test';
import { approveByUser } from '../../../src/core/gateway/calls/approveByUser.ts';
import { FlowGuard } from '../../../src/core/gateway/calls/flowGuard.ts';
import { type FlowCall, FlowSessions } from '../../../src/core/gateway/calls/flowSessions.ts';
import type { ExposedTool } from '../../../src/core/gateway/exposure/exposedTools.ts';
import type { AskPort, ChoiceQuestion } from '../../../src/core/ports/ports.ts';
import type { FlowLabel } from '../../../src/core/trust/flows/flowLabels.ts';

const minuteMs = 60_000;
const from = (server: string, what = 'read', args = ''): FlowCall => ({ server, what, args });
const both: ReadonlySet<FlowLabel> = new Set(['private', 'untrusted']);

function sessions() {
  const clock = { nowMs: 0 };
  return { clock, all: new FlowSessions(() => clock.nowMs) };
}

test('each call of an agent prolongs its session', () => {
  const { clock, all } = sessions();
  all.record('a', both, from('notes'));
  for (let i = 0; i < 3; i++) {
    clock.nowMs += 40 * minuteMs;
    assert.ok(all.leadingTo('a', 'mail'));
  }
});

test('of too many agents those that called longest ago are forgotten', () => {
  const { all } = sessions();
  all.record('first', both, from('notes'));
  all.record('second', both, from('notes'));
  all.leadingTo('first', 'mail');
  for (let i = 0; i < 199; i++) all.record(`agent ${i}`, both, from('notes'));
  assert.ok(all.leadingTo('first', 'mail'), 'it has called since');
  assert.equal(all.leadingTo('second', 'mail'), undefined);
});

test('the calls that led there are listed once each, the latest first, and not without end', () => {
  const { all } = sessions();
  for (const args of ['1', '2']) all.record('a', both, from('notes', 'read', args));
  all.record('a', both, from('notes', 'list'));
  all.record('a', both, from('notes', 'read', '3'));
  const listed = all.leadingTo('a', 'mail')?.private.map(({ what, args }) => what + args);
  assert.deepEqual(listed, ['read3', 'list']);
  for (let i = 0; i < 300; i++) all.record('a', both, from('notes', `tool ${i}`));
  assert.equal(all.leadingTo('a', 'mail')?.untrusted.length, 100);
  assert.equal(all.leadingTo('a', 'mail')?.untrusted[0]?.what, 'tool 299');
});

test('what the user allowed for a session does not cover private data of another server', () => {
  const { all } = sessions();
  all.record('a', new Set(['untrusted']), from('web'));
  all.record('a', new Set(['private']), from('notes'));
  all.allow('a', all.leadingTo('a', 'mail')!);
  assert.equal(all.leadingTo('a', 'mail'), undefined);
  assert.ok(all.leadingTo('b', 'mail') === undefined && all.leadingTo('a', 'chat'));
  all.record('a', new Set(['private']), from('files'));
  assert.ok(all.leadingTo('a', 'mail'));
});

function guardOf(isRelay: boolean) {
  const guard = new FlowGuard({ now: () => 0, isRelay, redact: (text) => text });
  const rule = { enabled: true, approval: 'agent', cacheSeconds: 0 } as const;
  const definition = { name: 'send_email', inputSchema: {} };
  const send: ExposedTool = { server: 'mail', name: 'send_email', definition, rule };
  return { guard, flow: () => guard.leadingTo('a', send) };
}

test('the scheme of a resource says what it brings in, in any spelling', () => {
  for (const [uri, other] of [
    ['http://x', 'file:///x'],
    ['https://x', 'FILE:///x'],
    ['HTTP://x', 'file:///x'],
  ] as const) {
    const { guard, flow } = guardOf(false);
    guard.recordResource('a', 'notes', uri);
    assert.equal(flow(), undefined, uri);
    guard.recordResource('a', 'notes', other);
    assert.ok(flow(), other);
  }
  const odd = guardOf(false);
  odd.guard.recordResource('a', 'notes', 'no scheme');
  assert.ok(odd.flow());
});

test('a relay finds no flow: its window does', () => {
  const { guard, flow } = guardOf(true);
  guard.recordResource('a', 'notes', 'notes://1');
  assert.equal(flow(), undefined);
});

function dialogOf(count: number, answer: string | undefined) {
  const asked: ChoiceQuestion[] = [];
  const ask = {
    choose: async (question: ChoiceQuestion) => (asked.push(question), answer),
  } as unknown as AskPort;
  const { guard, flow } = guardOf(false);
  for (let i = 0; i < count; i++) guard.recordResource('a', 'notes', `notes://${i}`);
  const found = flow();
  const rule = { enabled: true, approval: 'agent', cacheSeconds: 0 } as const;
  const tool: ExposedTool = { server: 'mail', name: 'send', definition: { name: 'send', inputSchema: {} }, rule };
  const verdict = approveByUser(ask)({ tool, args: {}, ...(found && { flow: found }) }, undefined);
  return { asked, verdict };
}

test('a dialog names five calls and counts the others', async () => {
  assert.doesNotMatch(dialogOf(5, undefined).asked[0]!.detail, /more/);
  const { detail } = dialogOf(7, undefined).asked[0]!;
  assert.match(detail, /• and 2 more/);
  assert.equal(detail.match(/• mcp:notes:notes:\/\/\d/g)?.length, 10);
});

test('only a call that is asked about for its flow can be allowed for the session', async () => {
  assert.equal(await dialogOf(1, 'Allow for This Session').verdict, 'allowedForSession');
  assert.equal(await dialogOf(0, 'Allow for This Session').verdict, 'denied');
  assert.equal(await dialogOf(1, 'Allow').verdict, 'allowed');
  assert.equal(await dialogOf(1, undefined).verdict, 'denied');
});
