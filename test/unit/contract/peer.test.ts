import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Fault } from '../../../src/base/fault.ts';
import { type LogLine, createLog, silentLog } from '../../../src/base/log.ts';
import { method } from '../../../src/contract/rpc/contract.ts';
import { type Frame, type Peer, type Port, createPeer } from '../../../src/contract/rpc/peer.ts';
import { count, nothing, object, optional, text } from '../../../src/contract/rpc/shape.ts';
import { settled } from '../../support/until.ts';

const contract = {
  'sum/add': method(object({ a: count, b: count })).answers<number>(),
  'sum/wait': method(nothing).answers<void>(),
  'sum/fail': method(object({ how: optional(text) })).answers<void>(),
};
type Sum = typeof contract;
type Empty = Record<string, never>;

function linkedPorts(): [Port, Port, (message: unknown) => void] {
  const receivers: [((m: unknown) => void) | undefined, ((m: unknown) => void) | undefined] = [undefined, undefined];
  const port = (mine: 0 | 1): Port => ({
    send: (frame: Frame) => queueMicrotask(() => receivers[mine === 0 ? 1 : 0]?.(structuredClone(frame))),
    listen: (receive) => {
      receivers[mine] = receive;
      return { dispose: () => (receivers[mine] = undefined) };
    },
  });
  return [port(0), port(1), (message) => receivers[0]?.(message)];
}

function connect(lines: LogLine[] = []): {
  peer: Peer<Sum>;
  host: Peer<Empty>;
  inject(message: unknown): void;
  aborted(): boolean;
} {
  const [hostPort, pagePort, inject] = linkedPorts();
  let aborted = false;
  const host = createPeer<Sum, Empty>({
    port: hostPort,
    contract,
    log: createLog((line) => lines.push(line)),
    redact: (fault) => ({ ...fault, message: fault.message.replace('s3cret', '[redacted]') }),
    handlers: {
      'sum/add': ({ a, b }) => a + b,
      'sum/wait': (_, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            aborted = true;
            reject(new Fault('cancelled', 'Cancelled'));
          });
        }),
      'sum/fail': ({ how }) => {
        if (how === 'object') throw { toString: 1 } as unknown as Error; // anything can be thrown
        if (how === 'secret') throw new Fault('server/exited', 'It printed s3cret');
        if (how === 'fault') throw new Fault('tool/unknown', 'No such tool', { hint: 'Look again' });
        throw new Error('a bug');
      },
    },
  });
  const peer = createPeer<Empty, Sum>({
    port: pagePort,
    contract: {},
    handlers: {},
    log: silentLog,
    redact: (fault) => fault,
  });
  return { peer, host, inject, aborted: () => aborted };
}

test('a request is answered by its handler', async () => {
  const { peer } = connect();
  assert.equal(await peer.request('sum/add', { a: 2, b: 40 }), 42);
});

test('a throwing handler answers with its fault', async () => {
  const { peer } = connect();
  await assert.rejects(peer.request('sum/fail', { how: 'fault' }), { code: 'tool/unknown', hint: 'Look again' });
  await assert.rejects(peer.request('sum/fail', {}), { code: 'internal', message: 'a bug' });
  await assert.rejects(peer.request('sum/fail', { how: 'object' }), { code: 'internal' });
});

test('cancelling reaches the handler as an AbortSignal', async () => {
  const { peer, aborted } = connect();
  const abort = new AbortController();
  const waiting = peer.request('sum/wait', undefined, abort.signal);
  await settled();
  abort.abort();
  await assert.rejects(waiting, { code: 'cancelled' });
  await settled();
  assert.ok(aborted());
});

test('disposing rejects what is pending, and a closed peer refuses at once', async () => {
  const { peer } = connect();
  const waiting = peer.request('sum/wait', undefined);
  peer.dispose();
  await assert.rejects(waiting, { code: 'peer/closed' });
  await assert.rejects(peer.request('sum/add', { a: 1, b: 1 }), { code: 'peer/closed' });
});

test('parameters that violate the contract are refused with the path of the problem', async () => {
  const lines: LogLine[] = [];
  const { peer } = connect(lines);
  const bad = (params: unknown): Promise<number> => peer.request('sum/add', params as { a: number; b: number });
  await assert.rejects(bad({ a: 1 }), {
    code: 'contract/bad-params',
    message: 'sum/add: params.b must be a whole number from 0',
  });
  await assert.rejects(bad({ a: 1, b: 2, c: 3 }), { message: 'sum/add: params has the unknown field "c"' });
  await assert.rejects(bad(null), { message: 'sum/add: params must be an object' });
  assert.equal(lines.filter(({ message }) => message === 'request refused').length, 3);
});

test('an unknown method is refused, also one that every object inherits', async () => {
  const { peer } = connect();
  const call = (name: string): Promise<unknown> => peer.request(name as 'sum/wait', undefined);
  await assert.rejects(call('no/such'), { code: 'contract/unknown-method' });
  await assert.rejects(call('toString'), { code: 'contract/unknown-method' });
  await assert.rejects(call('__proto__'), { code: 'contract/unknown-method' });
});

test('a message that is no frame is logged and breaks nothing', async () => {
  const lines: LogLine[] = [];
  const { peer, inject } = connect(lines);
  const hostile = [
    undefined,
    null,
    7,
    'x',
    [],
    {},
    { kind: 'request' },
    { kind: 'ok', id: 'x' },
    { kind: 'error', id: 1 },
  ];
  for (const message of hostile) inject(message);
  assert.equal(lines.length, hostile.length);
  inject({ kind: 'ok', id: 999, result: 'answer to nothing' });
  inject({ kind: 'cancel', id: 999 });
  assert.equal(await peer.request('sum/add', { a: 1, b: 1 }), 2);
});

test('what a fault tells the other side is redacted', async () => {
  const { peer, host } = connect();
  await assert.rejects(peer.request('sum/fail', { how: 'secret' }), /^Fault: It printed \[redacted\]$/);
  peer.dispose();
  host.dispose();
});
