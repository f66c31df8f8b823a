import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema, type CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { proves } from '../requirements.ts';
import { type KimiFixture, fakeKimiPath, isAlive, makeKimiFixture } from '../fixtures/kimi/kimiFixture.ts';
import { until } from '../support/until.ts';
import { failOnLeaks } from '../support/leaks.ts';

// The tools as an outside agent meets them: our command line, and the client of the official SDK.
const cli = join(import.meta.dirname, '../../src/cli/main.ts');
let fixture: KimiFixture;
let client: Client;
let answer: 'accept' | 'decline' = 'decline';
const asked: string[] = [];
let whileAsked = async (): Promise<unknown> => undefined;
/** What came on stdout and was no message. */
const strange: string[] = [];

before(async () => {
  fixture = await makeKimiFixture();
  client = new Client({ name: 'test', version: '1' }, { capabilities: { elicitation: {} } });
  Object.assign(client, {
    onerror: ({ message }: Error) => {
      // This client reads a response before the progress that came just ahead of it.
      if (!message.startsWith('Received a progress notification for an unknown token')) strange.push(message);
    },
  });
  client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
    asked.push(params.message);
    await whileAsked();
    return { action: answer, content: { confirm: true } };
  });
  fixture.script([{ call: ['Read', { path: 'a.ts' }] }, { say: 'It is fine.' }]);
  const env = { ...(fixture.env as Record<string, string>), KIMI_MCP_PATH: fakeKimiPath };
  const args = [cli, 'serve', '--profile', 'kimi'];
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args, cwd: fixture.workspace, env, stderr: 'ignore' }),
  );
});

after(async () => {
  await client.close();
  await fixture.close();
});
failOnLeaks();

async function call(name: string, args: object): Promise<CallToolResult> {
  return (await client.callTool({ name, arguments: { ...args } })) as CallToolResult;
}

const textOf = (result: CallToolResult): string => (result.content[0]?.type === 'text' ? result.content[0].text : '');

test(`the profile is called kimi-mcp-server and offers the four tools${proves('R40', 'R128')}`, async () => {
  assert.equal(client.getServerVersion()?.name, 'kimi-mcp-server');
  const { tools } = await client.listTools(); // the client now checks answers against the output schemas
  const names = tools.map(({ name }) => name).filter((name) => name.startsWith('kimi_'));
  assert.deepEqual(names.toSorted(), ['kimi_analyze', 'kimi_implement', 'kimi_refactor', 'kimi_verify']);
});

test('an analysis is answered with text, structured content and progress', async () => {
  const progress: (string | undefined)[] = [];
  const result = (await client.callTool({ name: 'kimi_analyze', arguments: { prompt: 'Fine?' } }, undefined, {
    onprogress: ({ message }) => void progress.push(message),
  })) as CallToolResult;
  assert.equal(textOf(result), 'It is fine.');
  assert.equal(result.structuredContent?.['backend'], 'kimi-code 2.1.0');
  assert.ok(progress.includes('Read a.ts'), progress.join());
});

test(`what Kimi prints stays out of the protocol${proves('R2')}`, async () => {
  fixture.script([{ plain: 'Loading…', err: 'warning: slow' }, { say: 'It is fine.' }]);
  assert.equal(textOf(await call('kimi_analyze', { prompt: 'Fine?' })), 'It is fine.');
  assert.deepEqual(strange, []);
});

test('a missing prompt is an error of the tool in the documented words', async () => {
  const result = await call('kimi_analyze', {});
  assert.deepEqual([result.isError, textOf(result)], [true, 'Missing required parameter: prompt']);
});

test('a run that may write asks the user of the client first', async () => {
  answer = 'decline';
  const before = fixture.runs().length;
  assert.match(textOf(await call('kimi_implement', { prompt: 'Do it' })), /^Not approved/);
  assert.equal(fixture.runs().length, before);
  answer = 'accept';
  assert.equal(textOf(await call('kimi_implement', { prompt: 'Do it' })), 'It is fine.');
});

test('what runs is the text that the user of the client saw last, also if a file changes meanwhile', async () => {
  answer = 'accept';
  asked.length = 0;
  await fixture.write('a.txt', 'harmless');
  whileAsked = async () => asked.length === 1 && fixture.write('a.txt', 'harmful');
  await call('kimi_implement', { prompt: 'Do it', files: ['a.txt'], constraints: 'Quietly' });
  whileAsked = async () => undefined;
  assert.equal(asked.length, 2);
  assert.match(asked[1]!, /Do it\n\nFile: a.txt\nharmful\n\nConstraints: Quietly$/);
  assert.ok(asked[1]!.endsWith(fixture.runs().at(-1)!.args.at(-1)!.slice('--prompt='.length)));
});

test('a call that the client cancels ends Kimi', async () => {
  const runs = fixture.runs().length;
  const abort = new AbortController();
  fixture.script([{ hang: true }]);
  const calling = client.callTool({ name: 'kimi_verify', arguments: { prompt: 'x' } }, undefined, {
    signal: abort.signal,
  });
  await until(() => fixture.runs().length > runs, 'Kimi runs');
  abort.abort();
  await assert.rejects(calling, /AbortError/);
  await until(() => !isAlive(fixture.runs().at(-1)!.pid), 'Kimi is gone');
});

test('Kimi does not outlive the server', async () => {
  const runs = fixture.runs().length;
  fixture.script([{ hang: true }]);
  const calling = client.callTool({ name: 'kimi_verify', arguments: { prompt: 'x' } });
  calling.catch(() => {}); // it ends with the connection
  await until(() => fixture.runs().length > runs, 'Kimi runs');
  await client.close();
  await until(() => !isAlive(fixture.runs().at(-1)!.pid), 'Kimi is gone');
});
