import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { Fault } from '../../src/base/fault.ts';
import { type FakeProvider, type FakeProviderOptions, startFakeProvider } from '../fixtures/kimi/fakeProvider.ts';
import { type KimiFixture, makeKimiFixture } from '../fixtures/kimi/kimiFixture.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { until } from '../support/until.ts';

failOnLeaks();
const key = 'the-key-of-the-test';
const models = [
  { id: 'moonshot-v1', created: 300 },
  { id: 'kimi-k2', created: 100 },
  { id: 'kimi-k3', created: 200 },
];
let fixture: KimiFixture;
let provider: FakeProvider;

async function start(options: Partial<FakeProviderOptions> = {}): Promise<void> {
  provider = await startFakeProvider({ reply: () => ({ text: 'From the API.' }), models, key, ...options });
  fixture.env['MOONSHOT_BASE_URL'] = provider.baseUrl;
}

beforeEach(async () => {
  fixture = await makeKimiFixture();
  fixture.settings['kimi.path'] = join(fixture.dir, 'no-such-kimi');
  fixture.env['MOONSHOT_API_KEY'] = key;
});
afterEach(async () => {
  await provider.close();
  await fixture.close();
});

test('without a CLI the API answers, with the newest Kimi that it offers', async () => {
  await start();
  await fixture.write('a.ts', 'let a;');
  const { text, structured } = await fixture.call('analyze', { prompt: 'Why?', files: ['a.ts'] });
  assert.equal(text, 'From the API.');
  assert.equal(structured.backend, 'moonshot-api kimi-k3');
  assert.deepEqual(structured.usage, { inputTokens: 1200, outputTokens: 34, cachedInputTokens: 1000 });
  assert.ok(provider.requests[0]!.text.includes('File: a.ts\nlet a;'));
});

test('a configured model is used if it is offered, else the offered ones are named', async () => {
  await start();
  fixture.env['KIMI_MCP_MODEL'] = 'kimi-k2';
  assert.equal((await fixture.call('verify', { prompt: 'x' })).structured.backend, 'moonshot-api kimi-k2');
  fixture.env['KIMI_MCP_MODEL'] = 'kimi-k1';
  const { text } = await fixture.call('verify', { prompt: 'x' });
  assert.equal(text, 'Kimi API error: Model "kimi-k1" is not offered. Offered: moonshot-v1, kimi-k2, kimi-k3');
});

test('a stored key comes before one in the environment', async () => {
  await start();
  fixture.env['MOONSHOT_API_KEY'] = 'wrong';
  fixture.settings['kimi.apiBaseUrl'] = provider.baseUrl;
  fixture.port.apiKey = async () => key;
  assert.equal((await fixture.call('analyze', { prompt: 'x' })).text, 'From the API.');
});

test('the API cannot be used to change files', async () => {
  await start();
  fixture.settings['kimi.allowWrites'] = true;
  assert.match((await fixture.call('implement', { prompt: 'x' })).text, /- moonshot-api: cannot change files/);
  assert.equal(provider.requests.length, 0);
});

test('a refused key, a limit and a failure are reported, without the key', async () => {
  await start({ key: 'another' });
  assert.match((await fixture.call('analyze', { prompt: 'x' })).text, /^Kimi API error: 401 Invalid Authentication\n/);
  await provider.close();
  await start({ reply: () => ({ status: 429, message: `slow down, ${key}` }) });
  assert.match((await fixture.call('analyze', { prompt: 'x' })).text, /^Kimi API error: 429 slow down, \[redacted\]/);
  await provider.close();
  await start({ reply: () => ({ status: 500, message: 'oh' }) });
  assert.equal((await fixture.call('analyze', { prompt: 'x' })).text, 'Kimi API error: 500 oh');
});

test('a provider that cannot be reached is reported', async () => {
  await start();
  await provider.close();
  assert.match((await fixture.call('analyze', { prompt: 'x' })).text, /^Kimi API error: fetch failed: .*ECONNREFUSED/);
});

test('a call that hangs is ended by its time or by the caller', async () => {
  await start({ reply: () => ({ hang: true }) });
  fixture.settings['kimi.timeoutSeconds'] = 1;
  assert.equal((await fixture.call('analyze', { prompt: 'x' })).text, 'Tool execution timed out after 1s');
  fixture.settings['kimi.timeoutSeconds'] = 60;
  const abort = new AbortController();
  const calling = fixture.call('analyze', { prompt: 'x' }, { signal: abort.signal });
  await until(() => provider.requests.length === 2, 'the provider is asked');
  abort.abort();
  await assert.rejects(calling, (error) => Fault.is(error, 'cancelled'));
});

test('an incomplete response is an error', async () => {
  await start();
  const server = createServer((request, response) => {
    if (request.url === '/v1/models') return response.end(JSON.stringify({ data: models }));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end('data: {"choices":[{"delta":{"content":"Half of it"}}]}\n\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  fixture.env['MOONSHOT_BASE_URL'] = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const { outcome, text } = await fixture.call('analyze', { prompt: 'x' });
  server.close();
  assert.equal(outcome.isError, true);
  assert.equal(text.split('\n')[0], 'Kimi API error: The stream ended before the answer was complete');
});

test('a key is not sent over plain http, nor along a redirect', async () => {
  await start();
  fixture.env['MOONSHOT_BASE_URL'] = 'http://example.com/v1';
  assert.match(
    (await fixture.call('analyze', { prompt: 'x' })).text,
    /its address must be https: http:\/\/example\.com/,
  );
  const server = createServer((_, response) => {
    response.writeHead(307, { location: `${provider.baseUrl}/models` });
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  fixture.env['MOONSHOT_BASE_URL'] = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  assert.match((await fixture.call('analyze', { prompt: 'x' })).text, /^Kimi API error: fetch failed/);
  server.close();
});

test('auto goes on to the API when the CLI has no login', async () => {
  await start();
  delete fixture.settings['kimi.path'];
  fixture.settings['kimi.path'] = join(import.meta.dirname, '../fixtures/kimi/fakeKimi.mjs');
  fixture.script([{ err: 'error: failed to run prompt: No model configured. Run `kimi` and use /login.' }], 1);
  const { text, progress, structured } = await fixture.call('analyze', { prompt: 'x' });
  assert.equal(text, 'From the API.');
  assert.equal(structured.backend, 'moonshot-api kimi-k3');
  assert.deepEqual(progress.slice(0, 3), [
    'Using kimi-code 2.1.0',
    'kimi-code 2.1.0 cannot be used: No model configured. Run `kimi` and use /login.',
    'Using moonshot-api',
  ]);
});
