import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Fault } from '../../src/base/fault.ts';
import { type Bed, fakeLegacyPath, isAlive, makeBed, until } from '../fixtures/kimi/harness.ts';
import { failOnLeaks } from '../support/leaks.ts';

failOnLeaks();
let bed: Bed;
beforeEach(async () => void (bed = await makeBed()));
afterEach(() => bed.close());

const allowWrites = (): void => void (bed.settings['kimi.allowWrites'] = true);
const promptOf = (args: readonly string[]): string =>
  args.find((arg) => arg.startsWith('--prompt='))?.slice('--prompt='.length) ?? '';

test('an analysis returns the plain text, and the same as structured content', async () => {
  await bed.write('a.ts', 'let a = 1;');
  bed.script([
    { say: 'Looking.', call: ['Read', { path: 'a.ts' }] },
    { say: 'It is fine.' },
    { usage: { inputOther: 200, output: 34, inputCacheRead: 1000 } },
  ]);
  const { outcome, structured, text } = await bed.call('analyze', { prompt: 'Is it fine?', files: ['a.ts'] });
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

test('the prompt holds the role, the question, the files and the context, and the run is read-only', async () => {
  await bed.write('src/a.ts', 'let a = 1;');
  const args = { prompt: '/goal Is it safe?', files: ['src/a.ts'], context: 'A shop', role: 'security' };
  await bed.call('analyze', args);
  const [run] = bed.runs();
  const prompt = promptOf(run!.args);
  assert.match(prompt, /^You are a security reviewer\./);
  assert.ok(prompt.endsWith('/goal Is it safe?\n\nFile: src/a.ts\nlet a = 1;\n\nContext: A shop'), prompt);
  assert.match(run!.agentFile, /tools: \[Read, Grep, Glob\]/);
  assert.equal(run!.cwd, bed.workspace);
  assert.ok(!run!.args.includes('--model'));
});

test('a model is passed on only where one is configured', async () => {
  bed.env['KIMI_MCP_MODEL'] = 'k2';
  await bed.call('analyze', { prompt: 'x' });
  const { args } = bed.runs()[0]!;
  assert.equal(args[args.indexOf('--model') + 1], 'k2');
});

test('an empty prompt is refused in the documented words', async () => {
  const { outcome, text } = await bed.call('verify', { prompt: '' });
  assert.deepEqual([outcome.isError, text], [true, 'Missing required parameter: prompt']);
});

test('an unknown role is refused with the list of roles', async () => {
  const { outcome, text } = await bed.call('analyze', { prompt: 'x', role: 'pirate' });
  assert.equal(outcome.isError, true);
  assert.match(text, /^Unknown role 'pirate'\. Supported roles: general, security, performance, /);
  assert.equal((await bed.call('analyze', { prompt: 'x', role: 'constructor' })).outcome.isError, true);
  assert.deepEqual(bed.runs(), []);
});

test('files that are skipped are named at the end of the answer', async () => {
  await bed.write('a.txt', 'x');
  await bed.write('b.bin', Buffer.from([0, 1, 2]));
  bed.script([{ say: 'Good.' }]);
  const { text, structured } = await bed.call('analyze', { prompt: 'x', files: ['a.txt', 'b.bin', 'gone.txt'] });
  assert.equal(text, 'Good.\n\nSkipped: b.bin (binary)\nSkipped: gone.txt (not found)');
  assert.deepEqual(structured.skippedFiles, [
    { path: 'b.bin', reason: 'binary' },
    { path: 'gone.txt', reason: 'not found' },
  ]);
});

test('when no file can be read nothing is run', async () => {
  const { outcome, text } = await bed.call('analyze', { prompt: 'x', files: ['gone.txt'] });
  assert.deepEqual(
    [outcome.isError, text],
    [true, 'None of the files could be read.\n\nSkipped: gone.txt (not found)'],
  );
  assert.deepEqual(bed.runs(), []);
});

test('a failing CLI is told with what it printed, without its keys', async () => {
  bed.env['KIMI_MODEL_API_KEY'] = 'a-very-secret-key';
  bed.script(
    [{ err: 'error: failed to run prompt: provider.auth_error: 401 bad key a-very-secret-key sk-1234567890abcdef' }],
    1,
  );
  const { outcome, text } = await bed.call('analyze', { prompt: 'x' });
  assert.equal(outcome.isError, true);
  assert.match(
    text,
    /^Kimi CLI error: provider\.auth_error: 401 bad key \[redacted\] sk-\[redacted\]\n\nThe key or login was refused/,
  );
});

test('keys are removed from answers and progress too', async () => {
  bed.env['KIMI_MODEL_API_KEY'] = 'a-very-secret-key';
  bed.script([{ call: ['Bash', { command: 'curl -H a-very-secret-key' }] }, { say: 'The key is a-very-secret-key.' }]);
  const { text, progress } = await bed.call('analyze', { prompt: 'x' });
  assert.equal(text, 'The key is [redacted].');
  assert.ok(!progress.join('\n').includes('a-very-secret-key'));
  assert.ok(progress.includes('Bash curl -H [redacted]'), progress.join('\n'));
});

test('an end without an answer is an error', async () => {
  bed.script([]);
  const { outcome, text } = await bed.call('analyze', { prompt: 'x' });
  assert.deepEqual([outcome.isError, text], [true, 'Kimi CLI error: Kimi ended without an answer']);
});

test('steps, tool uses and retries become progress that grows', async () => {
  bed.script([{ say: 'First.', call: ['Read', { path: 'a.ts' }] }, { retry: 2 }, { say: 'Done.' }]);
  const counts: number[] = [];
  const onProgress = (report: { progress: number }): void => void counts.push(report.progress);
  const { progress } = await bed.call('analyze', { prompt: 'x' }, { onProgress });
  assert.deepEqual(progress, ['Using kimi-code 2.1.0', 'First.', 'Read a.ts', 'Retry 2/3: 500 oh', 'Done.']);
  assert.deepEqual(counts, [1, 2, 3, 4, 5]);
});

test('a run that takes too long is ended with everything below it', async () => {
  const child = join(bed.dir, 'child.pid');
  bed.settings['kimi.timeoutSeconds'] = 1;
  bed.script([{ child }, { hang: true }]);
  const { outcome, text } = await bed.call('analyze', { prompt: 'x' });
  assert.deepEqual([outcome.isError, text], [true, 'Tool execution timed out after 1s']);
  assert.ok(!isAlive(bed.runs()[0]!.pid), 'the CLI is gone');
  await until('its command is gone', () => !isAlive(Number(readFileSync(child, 'utf8'))));
});

test('a CLI that does not hear SIGTERM is ended by force, with its command', async () => {
  const child = join(bed.dir, 'child.pid');
  const abort = new AbortController();
  bed.script([{ deaf: true }, { child }, { hang: true }]);
  const calling = bed.call('analyze', { prompt: 'x' }, { signal: abort.signal });
  await until('the command runs', () => existsSync(child) && readFileSync(child, 'utf8') !== '');
  abort.abort();
  await assert.rejects(calling, (error) => Fault.is(error, 'cancelled'));
  assert.ok(!isAlive(bed.runs()[0]!.pid));
  await until('its command is gone', () => !isAlive(Number(readFileSync(child, 'utf8'))));
});

test('cancelling ends the run at once', async () => {
  const abort = new AbortController();
  bed.script([{ hang: true }]);
  const calling = bed.call('analyze', { prompt: 'x' }, { signal: abort.signal });
  await until('the CLI runs', () => bed.runs().length === 1);
  const start = performance.now();
  abort.abort();
  await assert.rejects(calling, (error) => Fault.is(error, 'cancelled'));
  assert.ok(performance.now() - start < 1000);
  assert.ok(!isAlive(bed.runs()[0]!.pid));
});

test('the person who watches a run can cancel it, and sees its progress', async () => {
  const seen: string[] = [];
  let ended = false;
  let cancel = (): void => {};
  bed.port.watchRun = (run) => {
    run.onProgress((message) => seen.push(message));
    cancel = () => run.cancel();
    return { dispose: () => void (ended = true) };
  };
  bed.script([{ say: 'Working.' }, { hang: true }]);
  const calling = bed.call('analyze', { prompt: 'x' });
  await until('progress is seen', () => seen.includes('Working.'));
  cancel();
  const { outcome, text } = await calling;
  assert.deepEqual([outcome.isError, text], [true, 'Cancelled by the user.']);
  assert.ok(ended);
});

test('a long task goes into the agent file instead of the arguments', async () => {
  await bed.write('big.txt', `begin\n${'é'.repeat(100_000)}\nend \${cwd}`);
  await bed.call('analyze', { prompt: 'Count', files: ['big.txt'] });
  const [run] = bed.runs();
  assert.equal(promptOf(run!.args), 'Carry out the task that your instructions contain.');
  assert.match(run!.agentFile, /# Task\n\nYou are an experienced[\s\S]*File: big\.txt\nbegin/);
  assert.match(run!.agentFile, /tools: \[Read, Grep, Glob\]/);
});

test('the limit is counted in bytes', async () => {
  await bed.write('just.txt', 'é'.repeat(59_000));
  await bed.call('analyze', { prompt: 'Count', files: ['just.txt'] });
  assert.ok(promptOf(bed.runs()[0]!.args).includes('File: just.txt'));
});

test('the CLI gets no secrets of others, and a home of its own with the login of the person', async () => {
  const kimiHome = join(bed.home, '.kimi-code');
  mkdirSync(join(kimiHome, 'credentials'), { recursive: true });
  writeFileSync(join(kimiHome, 'config.toml'), '[providers.x]\napi_key_env = "MY_OWN_KEY"\n');
  Object.assign(bed.env, { GITHUB_TOKEN: 'ghp_x', MY_OWN_KEY: 'mine-mine-mine', AWS_SECRET_ACCESS_KEY: 'x' });
  bed.script([{ usage: { inputOther: 1, output: 1 } }, { say: 'ok' }]);
  await bed.call('analyze', { prompt: 'x' });
  const { env } = bed.runs()[0]!;
  assert.equal(env['MY_OWN_KEY'], 'mine-mine-mine');
  assert.ok(!('GITHUB_TOKEN' in env) && !('AWS_SECRET_ACCESS_KEY' in env));
  assert.notEqual(env['KIMI_CODE_HOME'], kimiHome);
  assert.ok(!existsSync(env['KIMI_CODE_HOME']!), 'the home of the run is gone');
  assert.ok(!existsSync(join(kimiHome, 'sessions')), 'no session was left in the real one');
  assert.ok(existsSync(join(kimiHome, 'credentials')), 'what was linked is still there');
});

test('in an untrusted workspace an analysis has no tools and does not stand in the folder', async () => {
  bed.trusted = false;
  await bed.write('a.txt', 'hello');
  const { outcome } = await bed.call('analyze', { prompt: 'x', files: ['a.txt'] });
  assert.equal(outcome.isError, false);
  const [run] = bed.runs();
  assert.match(run!.agentFile, /tools: \[\]/);
  assert.notEqual(run!.cwd, bed.workspace);
  assert.ok(promptOf(run!.args).includes('File: a.txt\nhello'));
});

test('implement and refactor need a trusted workspace and a yes', async () => {
  bed.trusted = false;
  allowWrites();
  for (const kind of ['implement', 'refactor'] as const) {
    const { outcome, text } = await bed.call(kind, { prompt: 'x' });
    assert.equal(outcome.isError, true);
    assert.match(text, /needs a trusted workspace/);
  }
  bed.trusted = true;
  delete bed.settings['kimi.allowWrites'];
  assert.match((await bed.call('implement', { prompt: 'x' })).text, /nobody could be asked/);
  assert.match((await bed.call('implement', { prompt: 'x' }, { ask: async () => undefined })).text, /^Not approved/);
  bed.port.approveWrite = async () => false;
  assert.match((await bed.call('implement', { prompt: 'x' }, { ask: async () => ({}) })).text, /^Not approved/);
  assert.deepEqual(bed.runs(), []);
});

test('the one who is asked sees the folder and the whole request', async () => {
  const asked: string[] = [];
  const ask = async (_: string, { message }: { message: string }): Promise<object> => (asked.push(message), {});
  const { outcome } = await bed.call('implement', { prompt: 'Add a test' }, { ask: ask as never });
  assert.equal(outcome.isError, false);
  assert.ok(asked[0]?.includes(bed.workspace) && asked[0].includes('Add a test'), asked[0]);
  assert.match(asked[0]!, /without a sandbox/);
  assert.ok(!bed.runs()[0]!.args.includes('--agent-file'), 'the default agent writes');
});

test('what a run changed is found by looking, with texts for a diff', async () => {
  allowWrites();
  await Promise.all([
    bed.write('a.txt', 'old'),
    bed.write('b.txt', 'same'),
    bed.write('c.txt', 'goes'),
    bed.write('node_modules/x.js', '1'),
  ]);
  const shown: unknown[] = [];
  bed.port.showChanges = (changes) =>
    shown.push(...changes.map(({ path, kind, before, after }) => ({ path, kind, before, after })));
  const at = (path: string): string => join(bed.workspace, path);
  bed.script([
    { write: [at('a.txt'), 'new'] },
    { write: [at('b.txt'), 'same'] },
    { remove: at('c.txt') },
    { write: [at('d.txt'), 'fresh'] },
    { write: [at('node_modules/x.js'), '2'] },
    { say: 'Done.' },
  ]);
  const { text, structured } = await bed.call('implement', { prompt: 'x' });
  assert.deepEqual(structured.filesChanged, ['a.txt', 'c.txt', 'd.txt']);
  assert.equal(text, 'Done.\n\nChanged: a.txt (modified)\nChanged: c.txt (deleted)\nChanged: d.txt (created)');
  assert.deepEqual(shown, [
    { path: 'a.txt', kind: 'modified', before: 'old', after: 'new' },
    { path: 'c.txt', kind: 'deleted', before: 'goes', after: undefined },
    { path: 'd.txt', kind: 'created', before: undefined, after: 'fresh' },
  ]);
});

test('a run that fails half-way still tells what it changed', async () => {
  allowWrites();
  bed.script(
    [
      { write: [join(bed.workspace, 'half.txt'), 'x'] },
      { err: 'error: failed to run prompt: provider.api_error: 500 oh' },
    ],
    1,
  );
  const { outcome, text } = await bed.call('refactor', { prompt: 'x' });
  assert.equal(outcome.isError, true);
  assert.equal(text, 'Kimi CLI error: provider.api_error: 500 oh\n\nChanged: half.txt (created)');
});

test('in a git repository the old text comes from the commit, or from before for what was already changed', async () => {
  allowWrites();
  const git = (...args: string[]): void =>
    void execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: bed.workspace });
  await Promise.all([
    bed.write('clean.txt', 'committed'),
    bed.write('dirty.txt', 'committed'),
    bed.write('.gitignore', 'out/\n'),
  ]);
  git('init', '-q');
  git('add', '.');
  git('commit', '-q', '-m', 'x');
  await Promise.all([bed.write('dirty.txt', 'edited by hand'), bed.write('out/ignored.txt', 'kept')]);
  const shown = new Map<string, string | undefined>();
  bed.port.showChanges = (changes) => changes.forEach(({ path, before }) => shown.set(path, before));
  const at = (path: string): string => join(bed.workspace, path);
  bed.script([
    ...['clean.txt', 'dirty.txt', 'out/ignored.txt'].map((path) => ({ write: [at(path), 'by Kimi'] })),
    { say: 'ok' },
  ]);
  await bed.call('implement', { prompt: 'x' });
  assert.deepEqual(Object.fromEntries(shown), {
    'clean.txt': 'committed',
    'dirty.txt': 'edited by hand',
    'out/ignored.txt': 'kept',
  });
});

test('analyze and verify are not asked about and show no diff', async () => {
  bed.port.approveWrite = async () => assert.fail('asked');
  bed.port.showChanges = () => assert.fail('shown');
  assert.equal((await bed.call('verify', { prompt: 'x', requirements: 'y' })).outcome.isError, false);
});

test('runs in one folder wait for each other by default, and go together where that is set', async () => {
  const together = async (): Promise<number> => {
    bed.script([{ sleep: 400 }, { say: 'ok' }]);
    const start = performance.now();
    const outcomes = await Promise.all([1, 2, 3].map((n) => bed.call('analyze', { prompt: `${n}` })));
    assert.ok(outcomes.every(({ outcome }) => !outcome.isError));
    return performance.now() - start;
  };
  const oneByOne = await together();
  assert.ok(oneByOne > 1200, `${oneByOne}`);
  bed.settings['kimi.concurrency'] = 4;
  const atOnce = await together();
  assert.ok(atOnce < oneByOne, `${atOnce} < ${oneByOne}`);
});

test('two runs that may write never overlap in one folder, however many may run', async () => {
  allowWrites();
  bed.settings['kimi.concurrency'] = 4;
  const marker = join(bed.workspace, 'busy');
  bed.script([{ write: [marker, 'x'] }, { sleep: 300 }, { remove: marker }, { say: 'ok' }]);
  const [first, second] = await Promise.all(['1', '2'].map((prompt) => bed.call('implement', { prompt })));
  // The second would have found the marker gone when it removes it, had they overlapped.
  assert.deepEqual([first?.text, second?.text], ['ok', 'ok']);
});

test('a lock left by a dead process does not hold the folder for ever', async () => {
  allowWrites();
  const { withFolderLock } = await import('../../src/core/kimi/process/folderLock.ts');
  const locks = join(bed.home, '.cache', 'mcp-switchboard', 'locks');
  const { signal } = new AbortController();
  let name = '';
  await withFolderLock(
    locks,
    bed.workspace,
    signal,
    () => {},
    async () => {
      const { readdirSync } = await import('node:fs');
      name = readdirSync(locks)[0]!;
    },
  );
  writeFileSync(join(locks, name), '999999999');
  const order: string[] = [];
  const one = (label: string) =>
    withFolderLock(
      locks,
      bed.workspace,
      signal,
      () => {},
      async () => {
        order.push(`${label}+`);
        await delay(50);
        order.push(`${label}-`);
      },
    );
  await Promise.all(['a', 'b', 'c'].map(one));
  assert.deepEqual(
    order.map((entry) => entry.slice(1)),
    ['+', '-', '+', '-', '+', '-'],
  );
});

test('the old Python CLI gets the prompt on its input, a YAML agent and no MCP servers', async () => {
  bed.settings['kimi.path'] = fakeLegacyPath;
  bed.script([{ say: 'From Python.' }]);
  const { text, structured } = await bed.call('analyze', { prompt: 'Why?' });
  assert.equal(text, 'From Python.');
  assert.equal(structured.backend, 'kimi-cli 1.49.0');
  const [run] = bed.runs();
  assert.ok(run!.input.endsWith('Why?'));
  assert.deepEqual(run!.args.slice(0, 5), ['--print', '--output-format', 'stream-json', '--work-dir', bed.workspace]);
  assert.match(run!.agentFile, /kimi_cli\.tools\.file:ReadFile/);
  assert.doesNotMatch(run!.agentFile, /Shell|WriteFile|Agent"/);
  assert.ok(run!.args.includes('--mcp-config-file'));
});

test('errors of the old CLI are on its output', async () => {
  bed.settings['kimi.path'] = fakeLegacyPath;
  bed.script([{ plain: 'LLM provider error: 429 too many' }], 75);
  const { text } = await bed.call('analyze', { prompt: 'x' });
  assert.match(text, /^Kimi CLI error: LLM provider error: 429 too many/);
});

test('with no Kimi at all the caller learns how to get one, and gets the prompt to go on with', async () => {
  bed.settings['kimi.path'] = join(bed.dir, 'no-such-kimi');
  const { outcome, text } = await bed.call('analyze', { prompt: 'What is this?' });
  assert.equal(outcome.isError, true);
  assert.match(text, /npm install -g @moonshot-ai\/kimi-code/);
  assert.match(text, /- kimi-code: not found at .*no-such-kimi/);
  assert.match(text, /- moonshot-api: no key is stored/);
  assert.match(text, /What is this\?$/);
});

test('a CLI that is not configured is passed over, and the reason is told when nothing else is there', async () => {
  bed.script([{ err: 'error: failed to run prompt: No model configured. Run `kimi` and use /login.' }], 1);
  const { outcome, text } = await bed.call('analyze', { prompt: 'What is this?' });
  assert.equal(outcome.isError, true);
  assert.match(text, /- kimi-code: 2\.1\.0 at .*; No model configured/);
  assert.match(text, /What is this\?$/);
});

test('a stand-in model of the editor is used only where it was chosen', async () => {
  bed.settings['kimi.path'] = join(bed.dir, 'no-such-kimi');
  bed.port.languageModel = { describe: async () => 'GPT', ask: async (prompt) => `Answer to: ${prompt.slice(-4)}` };
  assert.match((await bed.call('analyze', { prompt: 'Why?' })).text, /- vscode-lm: not chosen/);
  bed.settings['kimi.useLanguageModel'] = true;
  const { text, structured } = await bed.call('analyze', { prompt: 'Why?' });
  assert.deepEqual([text, structured.backend], ['Answer to: Why?', 'vscode-lm GPT']);
  allowWrites();
  assert.match((await bed.call('implement', { prompt: 'x' })).text, /- vscode-lm: cannot change files/);
});

test('a kimi inside the workspace is never run, whatever PATH says', async () => {
  delete bed.settings['kimi.path'];
  mkdirSync(join(bed.workspace, 'bin'));
  writeFileSync(join(bed.workspace, 'bin/kimi'), `#!/bin/sh\ntouch ${bed.dir}/owned\n`, { mode: 0o755 });
  bed.env['PATH'] = `${bed.workspace}/bin:.`;
  assert.match((await bed.call('analyze', { prompt: 'x' })).text, /not available/);
  assert.ok(!existsSync(join(bed.dir, 'owned')));
});

test('the first Kimi on PATH is used', async () => {
  delete bed.settings['kimi.path'];
  mkdirSync(join(bed.dir, 'bin'));
  writeFileSync(
    join(bed.dir, 'bin/kimi'),
    `#!/bin/sh\n[ "$1" = --version ] && echo 9.9.9 || echo '{"role":"assistant","content":"hi"}'\n`,
    { mode: 0o755 },
  );
  symlinkSync(join(bed.dir, 'bin/kimi'), join(bed.dir, 'bin/kimi-legacy'));
  bed.env['PATH'] = `${bed.dir}/bin:/usr/bin:/bin`;
  const { text, structured } = await bed.call('analyze', { prompt: 'x' });
  assert.deepEqual([text, structured.backend], ['hi', 'kimi-code 9.9.9']);
});
