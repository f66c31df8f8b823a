import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deferred } from '../../../src/base/async.ts';
import { GatewayCalls, cachedMetaKey } from '../../../src/core/gateway/calls/gatewayCalls.ts';
import type { ExposedTool } from '../../../src/core/gateway/exposure/exposedTools.ts';
import { batchTool } from '../../../src/core/gateway/endpoint/ownTools.ts';
import type { ToolPolicy } from '../../../src/core/gateway/exposure/agentPolicy.ts';
import { type Clock, systemClock } from '../../../src/core/ports/ports.ts';
import type { ManagedServer, ToolResult } from '../../../src/core/servers/model/server.ts';
import { silentTap } from '../../../src/core/wire/tap.ts';
import { Redactor } from '../../../src/core/trust/redaction/redact.ts';

const annotations = { readOnlyHint: true, idempotentHint: true };
const definition = { name: 'find', inputSchema: {}, annotations };

function find(rule: Partial<ToolPolicy>): ExposedTool {
  const whole = { enabled: true, approval: 'agent', cacheSeconds: 0, ...rule } as const;
  return { server: 'notes', name: 'mcp_notes_find', definition, rule: whole };
}

/** A server that responds at once, and a user who answers as the test defines. */
function stage(answer: () => boolean | Promise<boolean>, clock: Clock = systemClock) {
  const seen = { asked: 0, called: 0 };
  const callTool = async (): Promise<ToolResult> => {
    seen.called++;
    return { content: [{ type: 'text', text: 'found' }], isError: false };
  };
  const calls = new GatewayCalls({
    clock,
    redactor: new Redactor(),
    taps: { open: () => silentTap },
    server: () => ({ callTool, state: { peek: () => ({ kind: 'connected' }) } }) as unknown as ManagedServer,
    approve: async () => {
      seen.asked++;
      return (await answer()) ? 'allowed' : 'denied';
    },
    isRuled: () => false,
  });
  return { calls, seen };
}

function textOf({ content }: ToolResult): string {
  return JSON.stringify(content);
}

test('a cached result is used only after the user has agreed', async () => {
  let yes = true;
  const { calls, seen } = stage(() => yes);
  const tool = find({ approval: 'always', cacheSeconds: 60 });
  await calls.call(tool, {}, {});
  assert.ok((await calls.call(tool, {}, {}))._meta?.[cachedMetaKey]);
  yes = false;
  assert.match(textOf(await calls.call(tool, {}, {})), /user denied/);
  assert.deepEqual(seen, { asked: 3, called: 1 });
});

test('the user is not asked again for a cached result', async () => {
  let yes = true;
  const { calls, seen } = stage(() => yes);
  await calls.call(find({ cacheSeconds: 60 }), {}, {});
  const tool = find({ approval: 'once', cacheSeconds: 60 });
  yes = false;
  assert.match(textOf(await calls.call(tool, {}, {})), /user denied/, 'kept before the rule was there');
  yes = true;
  for (let i = 0; i < 2; i++) assert.ok((await calls.call(tool, {}, {}))._meta?.[cachedMetaKey]);
  assert.deepEqual(seen, { asked: 2, called: 1 });
});

test('the user is asked no more often than the tool may be called', async () => {
  const { calls, seen } = stage(() => false);
  const tool = find({ approval: 'always', perMinute: 2 });
  for (let i = 0; i < 5; i++) await calls.call(tool, {}, {});
  assert.deepEqual(seen, { asked: 2, called: 0 });
});

test('a call that the user allowed is counted once', async () => {
  const { calls, seen } = stage(() => true);
  const tool = find({ approval: 'always', perMinute: 1 });
  assert.match(textOf(await calls.call(tool, {}, {})), /found/);
  assert.match(textOf(await calls.call(tool, {}, {})), /1 times a minute/);
  assert.deepEqual(seen, { asked: 1, called: 1 });
});

test('a cached result that needs no approval is not counted', async () => {
  const { calls, seen } = stage(() => false);
  const tool = find({ cacheSeconds: 60, perMinute: 1 });
  for (let i = 0; i < 5; i++) assert.match(textOf(await calls.call(tool, {}, {})), /found/);
  assert.match(textOf(await calls.call(tool, { other: 1 }, {})), /1 times a minute/);
  assert.deepEqual(seen, { asked: 0, called: 1 });
});

test('a cancelled call closes its dialog, and a late click allows nothing', async () => {
  const click = deferred<boolean>();
  const { calls, seen } = stage(() => click.promise);
  const abort = new AbortController();
  const tool = find({ approval: 'once' });
  const call = calls.call(tool, {}, { signal: abort.signal });
  abort.abort();
  await assert.rejects(call, { code: 'cancelled' });
  click.resolve(true);
  await click.promise;
  await calls.call(tool, {}, {});
  assert.deepEqual(seen, { asked: 2, called: 1 }, 'the next call is asked about, and only that one is made');
});

test('a call that is cancelled before it begins asks nothing, is not counted and not made', async () => {
  const { calls, seen } = stage(() => true);
  for (const approval of ['always', 'agent'] as const) {
    const tool = find({ approval, perMinute: 1 });
    await assert.rejects(calls.call(tool, {}, { signal: AbortSignal.abort() }), { code: 'cancelled' });
  }
  assert.deepEqual(seen, { asked: 0, called: 0 });
  assert.match(textOf(await calls.call(find({ perMinute: 1 }), {}, {})), /found/);
});

test('after a cancel no further call of a batch is begun or asked about', async () => {
  const never = deferred<boolean>();
  const { calls, seen } = stage(() => never.promise);
  const abort = new AbortController();
  const tool = find({ approval: 'always' });
  const host = {
    exposed: new Map([['find', tool]]),
    missing: [],
    find: () => tool,
    call: () => calls.call(tool, {}, { signal: abort.signal }),
  };
  const batch = batchTool.run({ calls: Array.from({ length: 30 }, () => ({ tool: 'find' })) }, host);
  await new Promise(setImmediate);
  assert.deepEqual(seen, { asked: 8, called: 0 });
  abort.abort();
  await assert.rejects(batch, { code: 'cancelled' });
  await new Promise(setImmediate);
  assert.deepEqual(seen, { asked: 8, called: 0 });
});

test('a jump of the wall clock changes neither a rate limit nor the age of a cached result', async () => {
  const time = { wall: 0, monotonic: 0 };
  const clock = { now: () => time.wall, monotonicMs: () => time.monotonic };
  const { calls, seen } = stage(() => true, clock);
  const limited = find({ perMinute: 1 });
  await calls.call(limited, {}, {});
  time.wall = -400 * 86_400_000;
  assert.match(textOf(await calls.call(limited, {}, {})), /Try again in 60 s/);
  time.monotonic = 60_001;
  assert.doesNotMatch(textOf(await calls.call(limited, {}, {})), /Try again/);
  const cached = find({ cacheSeconds: 60 });
  await calls.call(cached, { a: 1 }, {});
  time.wall = 400 * 86_400_000;
  assert.ok((await calls.call(cached, { a: 1 }, {}))._meta?.[cachedMetaKey]);
  assert.equal(seen.called, 3);
});
