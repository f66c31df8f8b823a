import assert from 'node:assert/strict';
import { isRecord, parseJson } from '../../../src/base/json.ts';
import { silentLog } from '../../../src/base/log.ts';
import { hostContract, webviewContract } from '../../../src/contract/inspector.ts';
import type { Contract, Handlers } from '../../../src/contract/rpc/contract.ts';
import { type Frame, createPeer } from '../../../src/contract/rpc/peer.ts';
import type { Dice } from '../dice.ts';
import type { FuzzTarget } from '../target.ts';

const methods = [...Object.keys(hostContract), ...Object.keys(webviewContract), 'toString', '__proto__', ''];
const keys = [
  'server',
  'tool',
  'name',
  'uri',
  'seq',
  'fromSeq',
  'limit',
  'query',
  'id',
  'arguments',
  'generation',
  'kind',
  'action',
  'value',
];
const values: readonly unknown[] = [null, true, 0, -1, 1.5, 'x', '', [], ['x'], {}, { a: 1 }, [[]], 2 ** 53];

/** A list of messages, as a page might send them. */
export const webview: FuzzTarget = {
  name: 'webview',
  promise: 'every request gets one response, and no handler gets parameters of another shape',
  make: (dice) => JSON.stringify(dice.times(5, () => frame(dice))),
  run: async (input) => {
    const parsed = parseJson(input);
    const messages = parsed.ok && Array.isArray(parsed.value) ? (parsed.value as unknown[]) : [];
    for (const contract of [hostContract, webviewContract]) await exchange(contract, messages);
  },
};

function frame(dice: Dice): unknown {
  const kind = dice.pick(['request', 'request', 'request', 'ok', 'error', 'cancel', 'note', 'nope', null]);
  const params = dice.chance(20)
    ? undefined
    : Object.fromEntries(dice.times(4, () => [dice.pick(keys), dice.pick(values)]));
  const id = dice.chance(80) ? dice.below(5) : dice.pick(values);
  return { kind, id, method: dice.pick(methods), params, ...(kind === 'error' && { fault: dice.pick(values) }) };
}

async function exchange(contract: Contract, messages: readonly unknown[]): Promise<void> {
  const sent: Frame[] = [];
  let receive = (_message: unknown): void => {};
  const port = {
    send: (out: Frame) => void sent.push(out),
    listen: (take: typeof receive) => ((receive = take), { dispose: () => {} }),
  };
  const peer = createPeer<Contract, Contract>({
    port,
    contract,
    handlers: checking(contract),
    log: silentLog,
    redact: (it) => it,
  });
  const own = peer.request('servers/list', undefined).catch(() => undefined); // so that answers have something to settle
  for (const message of messages) receive(message);
  await new Promise(setImmediate);
  const due = messages.filter(isRequest).map(({ id }) => id);
  const got = sent.filter(({ kind }) => kind === 'ok' || kind === 'error').map((out) => (out as { id: number }).id);
  assert.deepEqual(got.toSorted(), due.toSorted());
  peer.dispose();
  await own;
}

function isRequest(message: unknown): message is { id: number } {
  return (
    isRecord(message) &&
    message['kind'] === 'request' &&
    Number.isSafeInteger(message['id']) &&
    typeof message['method'] === 'string'
  );
}

function checking(contract: Contract): Handlers<Contract> {
  const handlers = Object.entries(contract).map(([name, { params: shape }]) => [
    name,
    (params: unknown) => assert.equal(shape.problem(params, name), undefined),
  ]);
  return Object.fromEntries(handlers) as Handlers<Contract>;
}
