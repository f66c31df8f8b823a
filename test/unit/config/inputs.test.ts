import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InputValues } from '../../../src/core/config/variables/inputs.ts';
import type { ServerEntry } from '../../../src/core/config/model/model.ts';
import { FakeAsk, FakeSecrets, entryOf } from './support.ts';
import { FakeStore } from '../../support/fakeStore.ts';

const entry: ServerEntry = entryOf(
  { command: 'x', args: ['${input:plain}', '${input:secret}', '${input:choice}', '${input:run}'] },
  {
    inputs: [
      { id: 'plain', type: 'promptString', description: 'Your name', default: 'me' },
      { id: 'secret', type: 'promptString', password: true },
      { id: 'choice', type: 'pickString', options: [{ label: 'Europe', value: 'eu' }, 'us'] },
      { id: 'run', type: 'command', command: 'a.b' },
    ],
  },
);

function declared(id: string): ServerEntry['inputs'][number] {
  return entry.inputs.find((input) => input.id === id)!;
}

function make(ask: FakeAsk, store = new FakeStore(), secrets = new FakeSecrets()) {
  const learned: string[] = [];
  const values = new InputValues({ ask, store, secrets, onValue: (value) => void learned.push(value) });
  return { values, store, secrets, learned };
}

test('the user enters a value once, and it is remembered in the next session too', async () => {
  const ask = new FakeAsk('Ann');
  const { values, store } = make(ask);
  assert.deepEqual(await values.value(declared('plain'), entry), { ok: true, value: 'Ann' });
  assert.deepEqual(await values.value(declared('plain'), entry), { ok: true, value: 'Ann' });
  assert.deepEqual(ask.texts, [
    { title: 'The MCP server "it" needs a value for plain', prompt: 'Your name', secret: false, value: 'me' },
  ]);
  const again = make(new FakeAsk(), store);
  assert.deepEqual(await again.values.value(declared('plain'), entry), { ok: true, value: 'Ann' });
});

test('a password lives in the secret store only, and the redactor learns it', async () => {
  const ask = new FakeAsk('hunter2-secret');
  const { values, store, secrets, learned } = make(ask);
  assert.deepEqual(await values.value(declared('secret'), entry), { ok: true, value: 'hunter2-secret' });
  assert.equal(ask.texts[0]?.secret, true);
  assert.ok(!store.text.includes('hunter2'));
  assert.deepEqual([...secrets.values.values()], ['hunter2-secret']);
  await make(new FakeAsk(), store, secrets).values.value(declared('secret'), entry);
  assert.deepEqual(learned, ['hunter2-secret']);
});

test('a pick gives the value behind the label', async () => {
  const ask = new FakeAsk('Europe');
  assert.deepEqual(await make(ask).values.value(declared('choice'), entry), { ok: true, value: 'eu' });
  assert.deepEqual(ask.picks, [['Europe', 'us']]);
});

test('a closed input has no value, and is shown again next time', async () => {
  const ask = new FakeAsk(undefined, 'later');
  const { values } = make(ask);
  assert.deepEqual(await values.value(declared('plain'), entry), {
    ok: false,
    reason: 'closed',
    message: 'No value was given for input "plain".',
  });
  assert.deepEqual(await values.value(declared('plain'), entry), { ok: true, value: 'later' });
});

test('two servers that start together share one prompt', async () => {
  const ask = new FakeAsk('one');
  const { values } = make(ask);
  const both = await Promise.all([values.value(declared('plain'), entry), values.value(declared('plain'), entry)]);
  assert.deepEqual(both, [
    { ok: true, value: 'one' },
    { ok: true, value: 'one' },
  ]);
  assert.equal(ask.texts.length, 1);
});

test('a removed value is prompted for again', async () => {
  const ask = new FakeAsk('a', 'b', 'c', 'd');
  const { values } = make(ask);
  for (const id of ['plain', 'secret']) {
    await values.value(declared(id), entry);
    await values.forget(declared(id));
    await values.value(declared(id), entry);
  }
  assert.equal(ask.texts.length, 4);
});

test('inputs of the same id in two files have values of their own, secret or not', async () => {
  const { values, secrets } = make(new FakeAsk('one', 'two', 'secret one', 'secret two'));
  const elsewhere = (id: string): ServerEntry['inputs'][number] => ({ ...declared(id), file: '/work/other/mcp.json' });
  for (const [id, first, second] of [
    ['plain', 'one', 'two'],
    ['secret', 'secret one', 'secret two'],
  ] as const) {
    assert.deepEqual(await values.value(declared(id), entry), { ok: true, value: first });
    assert.deepEqual(await values.value(elsewhere(id), entry), { ok: true, value: second });
  }
  await values.forget(elsewhere('secret'));
  assert.deepEqual([...secrets.values.values()], ['secret one']);
  await values.forget(elsewhere('plain'));
  assert.deepEqual(await values.value(declared('plain'), entry), { ok: true, value: 'one' });
});

test('an input that runs an editor command is refused', async () => {
  const found = await make(new FakeAsk('x')).values.value(declared('run'), entry);
  assert.equal(found.ok, false);
});
