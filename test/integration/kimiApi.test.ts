import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { Fault } from '../../src/base/fault.ts';
import { type FakeProvider, type FakeProviderOptions, startFakeProvider } from '../fixtures/kimi/fakeProvider.ts';
import { type Bed, makeBed } from '../fixtures/kimi/harness.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { until } from '../support/until.ts';

failOnLeaks();
const key = 'the-key-of-the-test';
const models = [
  { id: 'moonshot-v1', created: 300 },
  { id: 'kimi-k2', created: 100 },
  { id: 'kimi-k3', created: 200 },
];
let bed: Bed;
let provider: FakeProvider;

async function start(options: Partial<FakeProviderOptions> = {}): Promise<void> {
  provider = await startFakeProvider({ reply: () => ({ text: 'From the API.' }), models, key, ...options });
  bed.env['MOONSHOT_BASE_URL'] = provider.baseUrl;
}

beforeEach(async () => {
  bed = await makeBed();
  bed.settings['kimi.path'] = join(bed.dir, 'no-such-kimi');
  bed.env['MOONSHOT_API_KEY'] = key;
});
afterEach(async () => {
  await provider.close();
  await bed.close();
});

test('without a CLI the API answers, with the newest Kimi that it offers', async () => {
  await start();
  await bed.write('a.ts', 'let a;');
  const { text, structured } = await bed.call('analyze', { prompt: 'Why?', files: ['a.ts'] });
  assert.equal(text, 'From the API.');
  assert.equal(structured.backend, 'moonshot-api kimi-k3');
  assert.deepEqual(structured.usage, { inputTokens: 1200, outputTokens: 34, cachedInputTokens: 1000 });
  assert.ok(provider.requests[0]!.text.includes('File: a.ts\nlet a;'));
});

test('a configured model is used if it is offered, else the offered ones are named', async () => {
  await start();
  bed.env['KIMI_MCP_MODEL'] = 'kimi-k2';
  assert.equal((await bed.call('verify', { prompt: 'x' })).structured.backend, 'moonshot-api kimi-k2');
  bed.env['KIMI_MCP_MODEL'] = 'kimi-k1';
  const { text } = await bed.call('verify', { prompt: 'x' });
  assert.equal(text, 'Kimi API error: Model "kimi-k1" is not offered. Offered: moonshot-v1, kimi-k2, kimi-k3');
});

test('a stored key comes before one in the environment', async () => {
  await start();
  bed.env['MOONSHOT_API_KEY'] = 'wrong';
  bed.settings['kimi.apiBaseUrl'] = provider.baseUrl;
  bed.port.apiKey = async () => key;
  assert.equal((await bed.call('analyze', { prompt: 'x' })).text, 'From the API.');
});

test('the API cannot be used to change files', async () => {
  await start();
  bed.settings['kimi.allowWrites'] = true;
  assert.match((await bed.call('implement', { prompt: 'x' })).text, /- moonshot-api: cannot change files/);
  assert.equal(provider.requests.length, 0);
});

test('a refused key, a limit and a failure are told, without the key', async () => {
  await start({ key: 'another' });
  assert.match((await bed.call('analyze', { prompt: 'x' })).text, /^Kimi API error: 401 Invalid Authentication\n/);
  await provider.close();
  await start({ reply: () => ({ status: 429, message: `slow down, ${key}` }) });
  assert.match((await bed.call('analyze', { prompt: 'x' })).text, /^Kimi API error: 429 slow down, \[redacted\]/);
  await provider.close();
  await start({ reply: () => ({ status: 500, message: 'oh' }) });
  assert.equal((await bed.call('analyze', { prompt: 'x' })).text, 'Kimi API error: 500 oh');
});

test('a provider that cannot be reached is told', async () => {
  await start();
  await provider.close();
  assert.match((await bed.call('analyze', { prompt: 'x' })).text, /^Kimi API error: fetch failed: .*ECONNREFUSED/);
});

test('a call that hangs is ended by its time or by the caller', async () => {
  await start({ reply: () => ({ hang: true }) });
  bed.settings['kimi.timeoutSeconds'] = 1;
  assert.equal((await bed.call('analyze', { prompt: 'x' })).text, 'Tool execution timed out after 1s');
  bed.settings['kimi.timeoutSeconds'] = 60;
  const abort = new AbortController();
  const calling = bed.call('analyze', { prompt: 'x' }, { signal: abort.signal });
  await until(() => provider.requests.length === 2, 'the provider is asked');
  abort.abort();
  await assert.rejects(calling, (error) => Fault.is(error, 'cancelled'));
});

test('an answer that breaks off is no answer', async () => {
  await start();
  const server = createServer((request, response) => {
    if (request.url === '/v1/models') return response.end(JSON.stringify({ data: models }));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end('data: {"choices":[{"delta":{"content":"Half of it"}}]}\n\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  bed.env['MOONSHOT_BASE_URL'] = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const { outcome, text } = await bed.call('analyze', { prompt: 'x' });
  server.close();
  assert.equal(outcome.isError, true);
  assert.equal(text.split('\n')[0], 'Kimi API error: The stream ended before the answer was complete');
});

test('a key is not sent over plain http, nor along a redirect', async () => {
  await start();
  bed.env['MOONSHOT_BASE_URL'] = 'http://example.com/v1';
  assert.match((await bed.call('analyze', { prompt: 'x' })).text, /its address must be https: http:\/\/example\.com/);
  const server = createServer((_, response) => {
    response.writeHead(307, { location: `${provider.baseUrl}/models` });
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  bed.env['MOONSHOT_BASE_URL'] = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  assert.match((await bed.call('analyze', { prompt: 'x' })).text, /^Kimi API error: fetch failed/);
  server.close();
});

test('auto goes on to the API when the CLI has no login', async () => {
  await start();
  delete bed.settings['kimi.path'];
  bed.settings['kimi.path'] = join(import.meta.dirname, '../fixtures/kimi/fakeKimi.mjs');
  bed.script([{ err: 'error: failed to run prompt: No model configured. Run `kimi` and use /login.' }], 1);
  const { text, progress, structured } = await bed.call('analyze', { prompt: 'x' });
  assert.equal(text, 'From the API.');
  assert.equal(structured.backend, 'moonshot-api kimi-k3');
  assert.deepEqual(progress.slice(0, 3), [
    'Using kimi-code 2.1.0',
    'kimi-code 2.1.0 cannot be used: No model configured. Run `kimi` and use /login.',
    'Using moonshot-api',
  ]);
});
