import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { Fault } from '../../src/base/fault.ts';
import { proves } from '../requirements.ts';
import { type KimiFixture, isAlive, makeKimiFixture } from '../fixtures/kimi/kimiFixture.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { until } from '../support/until.ts';

failOnLeaks();

let fixture: KimiFixture;

beforeEach(async () => void (fixture = await makeKimiFixture()));

afterEach(() => fixture.close());

const promptOf = (args: readonly string[]): string =>
  args.find((arg) => arg.startsWith('--prompt='))?.slice('--prompt='.length) ?? '';

test(`a run that fails is an ERROR line with the first line of its text${proves('R34')}`, async () => {
  const errors = () => fixture.log.splice(0).flatMap(({ level, message }) => (level === 'error' ? [message] : []));
  fixture.script([{ say: 'It is fine.' }]);
  await fixture.call('analyze', { prompt: 'Is it fine?' });
  assert.deepEqual(errors(), []);
  await fixture.call('analyze', { prompt: 'x', files: ['no/such.ts'] });
  assert.deepEqual(errors(), ['None of the files could be read.']);
  fixture.settings['kimi.path'] = join(fixture.dir, 'missing');
  fixture.settings['kimi.backend'] = 'cli';
  const { text } = await fixture.call('analyze', { prompt: 'secret prompt' });
  assert.deepEqual(errors(), [text.split('\n', 1)[0]]);
});

test(`an analysis returns the plain text, and the same as structured content${proves('R54')}`, async () => {
  await fixture.write('a.ts', 'let a = 1;');
  fixture.script([
    { say: 'Looking.', call: ['Read', { path: 'a.ts' }] },
    { say: 'It is fine.' },
    { usage: { inputOther: 200, output: 34, inputCacheRead: 1000 } },
  ]);
  const { outcome, structured, text } = await fixture.call('analyze', { prompt: 'Is it fine?', files: ['a.ts'] });
  assert.equal(outcome.isError, false);
  assert.equal(text, 'It is fine.');
  assert.deepEqual(
    { ...structured, durationMs: 0 },
    {
      text: 'It is fine.',
      filesChanged: [],
      skippedFiles: [],
      backend: 'kimi-code 2.1.0',
      durationMs: 0,
      usage: { inputTokens: 1200, outputTokens: 34, cachedInputTokens: 1000 },
    },
  );
  assert.ok(structured.durationMs > 0);
});

test(`the prompt holds the role, the question, the files and the context, and the run is read-only${proves('R48', 'R49', 'C31')}`, async () => {
  await fixture.write('src/a.ts', 'let a = 1;');
  const args = { prompt: '/goal Is it safe?', files: ['src/a.ts'], context: 'A shop', role: 'security' };
  await fixture.call('analyze', args);
  const [run] = fixture.runs();
  const prompt = promptOf(run!.args);
  assert.match(prompt, /^You are a security reviewer\./);
  assert.ok(prompt.endsWith('/goal Is it safe?\n\nFile: src/a.ts\nlet a = 1;\n\nContext: A shop'), prompt);
  assert.match(run!.agentFile, /tools: \[Read, Grep, Glob\]/);
  assert.equal(run!.cwd, fixture.workspace);
  assert.ok(!run!.args.includes('--model'));
});

test(`a model is passed on only where one is configured${proves('C31')}`, async () => {
  fixture.env['KIMI_MCP_MODEL'] = 'k2';
  await fixture.call('analyze', { prompt: 'x' });
  const { args } = fixture.runs()[0]!;
  assert.equal(args[args.indexOf('--model') + 1], 'k2');
});

test('an empty prompt is refused in the documented words', async () => {
  const { outcome, text } = await fixture.call('verify', { prompt: '' });
  assert.deepEqual([outcome.isError, text], [true, 'Missing required parameter: prompt']);
});

test(`an unknown role is refused with the list of roles${proves('C22')}`, async () => {
  const { outcome, text } = await fixture.call('analyze', { prompt: 'x', role: 'pirate' });
  assert.equal(outcome.isError, true);
  assert.match(text, /^Unknown role 'pirate'\. Supported roles: general, security, performance, /);
  assert.equal((await fixture.call('analyze', { prompt: 'x', role: 'constructor' })).outcome.isError, true);
  assert.deepEqual(fixture.runs(), []);
});

test(`files that are skipped are named at the end of the answer${proves('R49', 'C18')}`, async () => {
  await fixture.write('a.txt', 'x');
  await fixture.write('b.bin', Buffer.from([0, 1, 2]));
  fixture.script([{ say: 'Good.' }]);
  const { text, structured } = await fixture.call('analyze', { prompt: 'x', files: ['a.txt', 'b.bin', 'gone.txt'] });
  assert.equal(text, 'Good.\n\nSkipped: b.bin (binary)\nSkipped: gone.txt (not found)');
  assert.deepEqual(structured.skippedFiles, [
    { path: 'b.bin', reason: 'binary' },
    { path: 'gone.txt', reason: 'not found' },
  ]);
});

test(`a file over the configured size is skipped${proves('R50', 'C18')}`, async () => {
  fixture.env['KIMI_MCP_MAX_FILE_SIZE'] = '10';
  await fixture.write('fits.txt', 'x'.repeat(10));
  await fixture.write('large.txt', 'x'.repeat(11));
  fixture.script([{ say: 'Good.' }]);
  const { text } = await fixture.call('analyze', { prompt: 'x', files: ['fits.txt', 'large.txt'] });
  assert.equal(text, 'Good.\n\nSkipped: large.txt (larger than 10 bytes)');
});

test(`when no file can be read nothing is run${proves('C18')}`, async () => {
  const { outcome, text } = await fixture.call('analyze', { prompt: 'x', files: ['gone.txt'] });
  assert.deepEqual(
    [outcome.isError, text],
    [true, 'None of the files could be read.\n\nSkipped: gone.txt (not found)'],
  );
  assert.deepEqual(fixture.runs(), []);
});

test(`a failing CLI is reported with its output, without its keys${proves('R53', 'R58')}`, async () => {
  fixture.env['KIMI_MODEL_API_KEY'] = 'a-very-secret-key';
  fixture.script(
    [{ err: 'error: failed to run prompt: provider.auth_error: 401 bad key a-very-secret-key sk-1234567890abcdef' }],
    1,
  );
  const { outcome, text } = await fixture.call('analyze', { prompt: 'x' });
  assert.equal(outcome.isError, true);
  assert.match(
    text,
    /^Kimi CLI error: provider\.auth_error: 401 bad key \[redacted\] sk-\[redacted\]\n\nThe key or login was refused/,
  );
  assert.equal(fixture.runs().length, 1, 'the caller decides whether to try again');
});

test('keys are removed from answers and progress too', async () => {
  fixture.env['KIMI_MODEL_API_KEY'] = 'a-very-secret-key';
  fixture.script([
    { call: ['Bash', { command: 'curl -H a-very-secret-key' }] },
    { say: 'The key is a-very-secret-key.' },
  ]);
  const { text, progress } = await fixture.call('analyze', { prompt: 'x' });
  assert.equal(text, 'The key is [redacted].');
  assert.ok(!progress.join('\n').includes('a-very-secret-key'));
  assert.ok(progress.includes('Bash curl -H [redacted]'), progress.join('\n'));
});

test(`an end without an answer is an error${proves('R54')}`, async () => {
  fixture.script([]);
  const { outcome, text } = await fixture.call('analyze', { prompt: 'x' });
  assert.deepEqual([outcome.isError, text], [true, 'Kimi CLI error: Kimi ended without an answer']);
});

test('steps, tool uses and retries become progress that grows', async () => {
  fixture.script([{ say: 'First.', call: ['Read', { path: 'a.ts' }] }, { retry: 2 }, { say: 'Done.' }]);
  const counts: number[] = [];
  const onProgress = (report: { progress: number }): void => void counts.push(report.progress);
  const { progress } = await fixture.call('analyze', { prompt: 'x' }, { onProgress });
  assert.deepEqual(progress, ['Using kimi-code 2.1.0', 'First.', 'Read a.ts', 'Retry 2/3: 500 oh', 'Done.']);
  assert.deepEqual(counts, [1, 2, 3, 4, 5]);
});

test(`a run that takes too long is ended with everything below it${proves('R51', 'R52')}`, async () => {
  const child = join(fixture.dir, 'child.pid');
  fixture.settings['kimi.timeoutSeconds'] = 1;
  fixture.script([{ child }, { hang: true }]);
  const { outcome, text } = await fixture.call('analyze', { prompt: 'x' });
  assert.deepEqual([outcome.isError, text], [true, 'Tool execution timed out after 1s']);
  assert.ok(!isAlive(fixture.runs()[0]!.pid), 'the CLI is gone');
  await until(() => !isAlive(Number(readFileSync(child, 'utf8'))), 'its command is gone');
});

test(`a CLI that ignores SIGTERM is killed, with its command${proves('R51')}`, async () => {
  const child = join(fixture.dir, 'child.pid');
  const abort = new AbortController();
  fixture.script([{ deaf: true }, { child }, { hang: true }]);
  const calling = fixture.call('analyze', { prompt: 'x' }, { signal: abort.signal });
  await until(() => existsSync(child) && readFileSync(child, 'utf8') !== '', 'the command runs');
  abort.abort();
  await assert.rejects(calling, (error) => Fault.is(error, 'cancelled'));
  assert.ok(!isAlive(fixture.runs()[0]!.pid));
  await until(() => !isAlive(Number(readFileSync(child, 'utf8'))), 'its command is gone');
});

test('cancelling ends the run', async () => {
  const abort = new AbortController();
  fixture.script([{ hang: true }]);
  const calling = fixture.call('analyze', { prompt: 'x' }, { signal: abort.signal });
  await until(() => fixture.runs().length === 1, 'the CLI runs');
  abort.abort();
  await assert.rejects(calling, (error) => Fault.is(error, 'cancelled'));
  assert.ok(!isAlive(fixture.runs()[0]!.pid));
});

test('the user sees the progress of a run and can cancel it', async () => {
  const seen: string[] = [];
  let ended = false;
  let cancel = (): void => {};
  fixture.port.watchRun = (run) => {
    run.onProgress((message) => seen.push(message));
    cancel = () => run.cancel();
    return { dispose: () => void (ended = true) };
  };
  fixture.script([{ say: 'Working.' }, { hang: true }]);
  const calling = fixture.call('analyze', { prompt: 'x' });
  await until(() => seen.includes('Working.'), 'progress is seen');
  cancel();
  const { outcome, text } = await calling;
  assert.deepEqual([outcome.isError, text], [true, 'Cancelled by the user.']);
  assert.ok(ended);
});

test('a long task goes into the agent file instead of the arguments', async () => {
  await fixture.write('big.txt', `begin\n${'é'.repeat(100_000)}\nend \${cwd}`);
  await fixture.call('analyze', { prompt: 'Count', files: ['big.txt'] });
  const [run] = fixture.runs();
  assert.equal(promptOf(run!.args), 'Carry out the task that your instructions contain.');
  assert.match(run!.agentFile, /# Task\n\nYou are an experienced[\s\S]*File: big\.txt\nbegin/);
  assert.match(run!.agentFile, /tools: \[Read, Grep, Glob\]/);
});

test('the limit is counted in bytes', async () => {
  await fixture.write('just.txt', 'é'.repeat(59_000));
  await fixture.call('analyze', { prompt: 'Count', files: ['just.txt'] });
  assert.ok(promptOf(fixture.runs()[0]!.args).includes('File: just.txt'));
});

test(`the CLI gets no secrets of others, and a home of its own with the login of the user${proves('R168')}`, async () => {
  const kimiHome = join(fixture.home, '.kimi-code');
  mkdirSync(join(kimiHome, 'credentials'), { recursive: true });
  writeFileSync(join(kimiHome, 'config.toml'), '[providers.x]\napi_key_env = "MY_OWN_KEY"\n');
  Object.assign(fixture.env, { GITHUB_TOKEN: 'ghp_x', MY_OWN_KEY: 'mine-mine-mine', AWS_SECRET_ACCESS_KEY: 'x' });
  fixture.script([{ usage: { inputOther: 1, output: 1 } }, { say: 'ok' }]);
  await fixture.call('analyze', { prompt: 'x' });
  const { env } = fixture.runs()[0]!;
  assert.equal(env['MY_OWN_KEY'], 'mine-mine-mine');
  assert.ok(!('GITHUB_TOKEN' in env) && !('AWS_SECRET_ACCESS_KEY' in env));
  assert.notEqual(env['KIMI_CODE_HOME'], kimiHome);
  assert.ok(!existsSync(env['KIMI_CODE_HOME']!), 'the home of the run is gone');
  assert.ok(!existsSync(join(kimiHome, 'sessions')), 'no session was left in the real one');
  assert.ok(existsSync(join(kimiHome, 'credentials')), 'what was linked is still there');
});
