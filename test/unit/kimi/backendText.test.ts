import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agentText } from '../../../src/core/kimi/backends/agentFile.ts';
import { kimiEnvironment } from '../../../src/core/kimi/process/environment.ts';
import { classify, cliFailure } from '../../../src/core/kimi/backends/failures.ts';
import { isSafeBaseUrl } from '../../../src/core/kimi/backends/moonshotApi.ts';
import { createRedact } from '../../../src/core/kimi/tools/redaction.ts';
import { StreamJson } from '../../../src/core/kimi/backends/streamJson.ts';

function parse(lines: readonly unknown[]): { out: StreamJson; progress: string[] } {
  const progress: string[] = [];
  const out = new StreamJson((message) => progress.push(message));
  for (const line of lines) out.push(typeof line === 'string' ? line : JSON.stringify(line));
  return { out, progress };
}

const call = (name: string, args: object) => ({
  type: 'function',
  id: 'c',
  function: { name, arguments: JSON.stringify(args) },
});

test('the answer is the last text, not the notes between tool calls', () => {
  const { out, progress } = parse([
    { role: 'meta', type: 'system.version', version: '2.1.0' },
    { role: 'assistant', content: 'I will read the file.', tool_calls: [call('Read', { path: 'a.txt' })] },
    { role: 'tool', tool_call_id: 'c', content: '1\tsay hello' },
    { role: 'assistant', content: 'Done: two\nlines.' },
    { role: 'meta', type: 'session.resume_hint', session_id: 'session_1' },
  ]);
  assert.equal(out.answer, 'Done: two\nlines.');
  assert.equal(out.sessionId, 'session_1');
  assert.deepEqual(progress, ['I will read the file.', 'Read a.txt', 'Done: two\nlines.']);
});

test('where nothing follows the last tool call, all of the text is the answer', () => {
  const { out } = parse([
    { role: 'assistant', content: 'One.', tool_calls: [call('Bash', { command: 'ls' })] },
    { role: 'tool', tool_call_id: 'c', content: '' },
  ]);
  assert.equal(out.answer, 'One.');
});

test('parts of content are joined without the thinking, and retries are reported', () => {
  const { out, progress } = parse([
    { role: 'meta', type: 'turn.step.retrying', next_attempt: 2, max_attempts: 3, error_message: '500 Internal error' },
    {
      role: 'assistant',
      content: [
        { type: 'think', think: 'hm' },
        { type: 'text', text: 'Yes.' },
      ],
    },
  ]);
  assert.equal(out.answer, 'Yes.');
  assert.deepEqual(progress, ['Retry 2/3: 500 Internal error', 'Yes.']);
});

test('lines that are not JSON are kept apart', () => {
  const { out } = parse(['LLM not set', '', '{"role":"assistant","content":"x"}', '[1]']);
  assert.equal(out.plain, 'LLM not set\n[1]');
});

test('the failures of the real CLI are distinguished by their output', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['No model configured. Run `kimi` and use /login to log in', 'unusable'],
    ['provider __kimi_env__ has no credential configured', 'unusable'],
    ['provider.auth_error: 401 Invalid Authentication', 'auth'],
    ['provider.rate_limit: 429 slow down', 'rate-limit'],
    ['provider.api_error: 500 Internal error', 'provider'],
    ['provider.connection_error: Connection error.', 'connection'],
    ['Provider safety policy blocked the response.', 'filtered'],
    ['loop.max_steps_exceeded: Turn exceeded maxSteps=3', 'max-steps'],
    ['Model "nope" is not configured in config.toml.', 'other'],
  ];
  for (const [words, kind] of cases) assert.equal(classify(`error: failed to run prompt: ${words}`), kind, words);
});

const end = { code: 1, signal: null, stderr: '' };

test('what a failed CLI printed is shown without its noise', () => {
  const stderr = 'error: failed to run prompt: provider.auth_error: 401 no\nTo resume this session: kimi -r x\n';
  assert.equal(cliFailure({ ...end, stderr: `\u001B[31m${stderr}\u001B[0m` }).output, 'provider.auth_error: 401 no');
  const old = "SyntaxError: The requested module 'node:zlib' does not provide an export named 'createZstdDecompress'";
  const { kind, output } = cliFailure({ ...end, stderr: `file:///x/main.mjs:20\n${old}` });
  assert.deepEqual([kind, output], ['unusable', 'it needs Node 22.19 or later, and an older one ran it']);
  assert.equal(cliFailure(end).output, 'it ended without a word (exit code 1)');
  assert.equal(cliFailure({ ...end, signal: 'SIGKILL' }).output, 'it ended without a word (SIGKILL)');
});

test('an agent that reads has three tools, one for an untrusted workspace none, and never a sub-agent', () => {
  assert.match(agentText('read'), /\ntools: \[Read, Grep, Glob\]\n/);
  assert.match(agentText('none'), /\ntools: \[\]\n/);
  assert.doesNotMatch(agentText('write'), /tools:/);
  for (const access of ['read', 'none'] as const) assert.doesNotMatch(agentText(access), /Agent\b|Bash|Write|Edit/);
});

test('a long task in an agent file keeps its dollar signs', () => {
  const body = agentText('read', 'echo ${cwd} and ${HOME} for $5');
  assert.ok(body.endsWith('echo $${role_additional}{cwd} and $${role_additional}{HOME} for $5\n'), body);
});

test('the environment is an allowlist: keys of others stay behind, those of Kimi pass', () => {
  const env = kimiEnvironment(
    {
      PATH: '/bin',
      HOME: '/home/me',
      LC_ALL: 'C',
      GITHUB_TOKEN: 'x',
      AWS_SECRET_ACCESS_KEY: 'x',
      NODE_OPTIONS: '--inspect',
      ELECTRON_RUN_AS_NODE: '1',
      KIMI_MODEL_API_KEY: 'k',
      KIMI_MCP_MODEL: 'k2',
      KIMI_CODE_PASSWORD: 'p',
      MY_KEY: 'mine',
    },
    ['MY_KEY'],
    ['/opt/rg'],
  );
  assert.equal(env['PATH'], '/bin:/opt/rg');
  assert.equal(env['KIMI_MODEL_API_KEY'], 'k');
  assert.equal(env['MY_KEY'], 'mine');
  assert.equal(env['KIMI_CODE_NO_AUTO_UPDATE'], '1');
  assert.equal(env['KIMI_LOOP_MAX_ATTEMPTS_PER_STEP'], '3');
  for (const name of [
    'GITHUB_TOKEN',
    'AWS_SECRET_ACCESS_KEY',
    'NODE_OPTIONS',
    'ELECTRON_RUN_AS_NODE',
    'KIMI_MCP_MODEL',
    'KIMI_CODE_PASSWORD',
  ]) {
    assert.ok(!(name in env), name);
  }
});

test('what the user set for Kimi is not overridden', () => {
  assert.equal(kimiEnvironment({ KIMI_LOOP_MAX_STEPS_PER_TURN: '7' }, [], [])['KIMI_LOOP_MAX_STEPS_PER_TURN'], '7');
});

test('keys are removed by value and by shape', () => {
  const redact = createRedact({ MOONSHOT_API_KEY: 'plain-but-secret', PATH: '/usr/bin' }, ['stored-secret-1']);
  const text = redact('plain-but-secret stored-secret-1 sk-abcdefghijklmnop1 Bearer abcdefghijklmnop1 /usr/bin');
  assert.equal(text, '[redacted] [redacted] sk-[redacted] Bearer [redacted] /usr/bin');
});

test('a key goes over https or to this machine only', () => {
  for (const url of ['https://api.moonshot.ai/v1', 'http://127.0.0.1:9/v1', 'http://localhost/v1'])
    assert.ok(isSafeBaseUrl(url), url);
  for (const url of ['http://example.com/v1', 'file:///etc', 'nonsense', 'https://me:pw@example.com'])
    assert.ok(!isSafeBaseUrl(url), url);
});
