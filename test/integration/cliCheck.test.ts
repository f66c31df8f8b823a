// Checks in a terminal, against a real server of others.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { projectRoot } from '../support/sources.ts';
import { until } from '../support/until.ts';
import { CliProcess, type Ended } from './support/cliProcess.ts';

const everything = path.join(
  projectRoot,
  'test/fixtures/servers/node_modules/@modelcontextprotocol/server-everything/dist/index.js',
);

let folder = '';
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'switchboard-check-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function switchboard(...args: readonly string[]): Promise<Ended> {
  const env = { ...process.env, XDG_STATE_HOME: path.join(folder, 'state') };
  return new CliProcess(args, { env, cwd: folder }).end();
}

function write(checks: readonly object[], args: readonly string[] = [everything]): void {
  const file = { mcptest: 1, server: { command: process.execPath, args }, variables: { who: 'tea' }, checks };
  writeFileSync(path.join(folder, 'every.mcptest.json'), JSON.stringify(file, undefined, 1));
}

interface Report {
  readonly results: readonly { readonly id: string; readonly status: string; readonly reason?: string }[];
  readonly problems: readonly { readonly line: number; readonly message: string }[];
}

async function run(
  ...flags: readonly string[]
): Promise<Report & { readonly code: number | null; readonly statuses: object }> {
  const { stdout, code } = await switchboard('check', '--trust', '--reporter', 'json', ...flags);
  const report = JSON.parse(stdout) as Report;
  return { ...report, code, statuses: Object.fromEntries(report.results.map(({ id, status }) => [id, status])) };
}

test('calls, reads, prompts, lists, progress, cancellation and values taken from a step are checked', async () => {
  const long = { call: 'trigger-long-running-operation' };
  const weather = { call: 'get-structured-content', args: { location: 'New York' } };
  write([
    { id: 'echo', call: 'echo', args: { message: 'hello ${who}' }, expect: { contains: 'hello tea', maxTokens: 200 } },
    { id: 'schema', ...weather, expect: { outputSchema: true, json: { temperature: 33 } } },
    {
      id: 'flow',
      steps: [
        { ...weather, take: { t: '/structuredContent/temperature' } },
        { call: 'get-sum', args: { a: '${t}', b: 1 }, expect: { contains: '34' } },
      ],
    },
    { id: 'refused', call: 'get-sum', args: { a: 'x' }, expect: { isError: true } },
    { id: 'progress', ...long, args: { duration: 0.2, steps: 2 }, expect: { progress: true } },
    { id: 'cancel', ...long, args: { duration: 60, steps: 2 }, cancelAfterMs: 100, expect: { cancelled: true } },
    { id: 'prompt', prompt: 'simple-prompt', expect: { contains: 'prompt' } },
    { id: 'tools', list: 'tools', expect: { at: { '/tools/0/name': { type: 'string' } } } },
    { id: 'unknown', call: 'nothing', expect: { isError: true } },
    { id: 'wrong', call: 'echo', args: { message: 'x' }, expect: { contains: 'y' } },
    { id: 'later', call: 'echo', args: { message: 'x' }, skip: 'not yet' },
  ]);
  const { statuses, code } = await run();
  const passed = Object.entries(statuses).filter(([, status]) => status === 'passed');
  assert.deepEqual(Object.fromEntries(Object.entries(statuses).filter(([, status]) => status !== 'passed')), {
    wrong: 'failed',
    later: 'skipped',
  });
  assert.equal(passed.length, 9);
  assert.equal(code, 1);
});

test('the first run writes a snapshot, a later one compares it, and only --update replaces it', async () => {
  const sum = (b: number) => [{ id: 'sum', call: 'get-sum', args: { a: 2, b }, expect: { snapshot: true } }];
  const kept = (): string => readFileSync(path.join(folder, '__mcp__/every/sum.json'), 'utf8');
  write(sum(3));
  assert.equal((await run()).code, 0);
  assert.match(kept(), /sum of 2 and 3 is 5/);
  write(sum(4));
  assert.deepEqual((await run()).statuses, { sum: 'failed' });
  assert.match(kept(), /is 5/);
  assert.equal((await run('--update')).code, 0);
  assert.match(kept(), /is 6/);
});

test('a snapshot that was edited into nonsense is refused, not overwritten', async () => {
  write([{ id: 'sum', call: 'get-sum', args: { a: 2, b: 3 }, expect: { snapshot: true } }]);
  await run();
  const file = path.join(folder, '__mcp__/every/sum.json');
  writeFileSync(file, '{"oops":');
  const { results, code } = await run('--update');
  assert.equal(code, 2);
  assert.match(results[0]?.reason ?? '', /is no snapshot/);
  assert.equal(readFileSync(file, 'utf8'), '{"oops":');
});

test('a server that does not start breaks its checks with the cause, once', async () => {
  write(
    [
      { id: 'a', call: 'x' },
      { id: 'b', call: 'x' },
    ],
    ['-e', 'console.error("Error: no moon"); process.exit(3)'],
  );
  const { results, code } = await run();
  assert.equal(code, 2);
  assert.deepEqual(
    results.map(({ status }) => status),
    ['broken', 'broken'],
  );
  assert.match(results[0]?.reason ?? '', /exited with code 3/);
  assert.equal(results[1]?.reason, 'As above.');
});

test('a file with mistakes says where, and the rest of it runs', async () => {
  write([
    { id: 'a', cal: 'echo' },
    { id: 'b', call: 'echo', args: { message: 'x' } },
  ]);
  const { problems, statuses, code } = await run();
  assert.match(problems[0]?.message ?? '', /unknown key "cal"/);
  assert.ok((problems[0]?.line ?? 0) > 1);
  assert.deepEqual([statuses, code], [{ b: 'passed' }, 2]);
});

test('a server in the check file is not one of the configuration with the same name, nor that of another file', async () => {
  const echo = { id: 'echo', call: 'echo', args: { message: 'x' }, expect: { contains: 'x' } };
  const broken = { command: process.execPath, args: ['-e', 'process.exit(3)'] };
  write([echo]);
  writeFileSync(path.join(folder, '.mcp.json'), JSON.stringify({ mcpServers: { every: broken } }));
  mkdirSync(path.join(folder, 'sub'));
  const other = { mcptest: 1, server: broken, checks: [{ ...echo, id: 'other' }] };
  writeFileSync(path.join(folder, 'sub', 'every.mcptest.json'), JSON.stringify(other));
  assert.deepEqual((await run()).statuses, { echo: 'passed', other: 'broken' });
});

test('a shard runs its part, and bail ends with the first failure', async () => {
  const echo = (id: string, text: string) => ({ id, call: 'echo', args: { message: 'x' }, expect: { contains: text } });
  write([echo('a', 'x'), echo('b', 'y'), echo('c', 'x')]);
  assert.deepEqual((await run('--shard', '1/2')).statuses, { a: 'passed', c: 'passed' });
  assert.deepEqual((await run('--shard', '2/2')).statuses, { b: 'failed' });
  assert.deepEqual((await run('--bail')).statuses, { a: 'passed', b: 'failed' });
  assert.equal((await switchboard('check', '--shard', '3/2')).code, 2);
});

test('a run that is interrupted reports what was done, and leaves no process', async () => {
  const pidFile = path.join(folder, 'pid');
  // Its process id, once the long call has arrived.
  const start = `const { emit } = process.stdin; process.stdin.emit = function (event, data) {
    if (String(data).includes('trigger-long')) require('fs').writeFileSync(${JSON.stringify(pidFile)}, String(process.pid));
    return emit.apply(this, arguments);
  }; import(${JSON.stringify(everything)})`;
  const long = { call: 'trigger-long-running-operation', args: { duration: 600, steps: 2 } };
  write(
    [
      { id: 'quick', call: 'echo', args: { message: 'x' } },
      { id: 'long', ...long },
      { id: 'never', ...long },
    ],
    ['-e', start],
  );
  const env = { ...process.env, XDG_STATE_HOME: path.join(folder, 'state') };
  const cli = new CliProcess(['check', '--trust', '--reporter', 'json'], { env, cwd: folder });
  const pid = await until(() => existsSync(pidFile) && Number(readFileSync(pidFile, 'utf8')), 'the second check runs');
  cli.child.kill('SIGINT');
  const { code, stdout } = await cli.ended;
  const report = JSON.parse(stdout) as Report & { readonly isPartial: boolean };
  assert.deepEqual([code, report.isPartial, report.results.map(({ id }) => id)], [2, true, ['quick']]);
  assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' });
});

test('a recording answers in the place of its server', async () => {
  write([{ id: 'a', call: 'echo', args: { message: 'moon' }, expect: { contains: 'moon' } }]);
  const tape = path.join(folder, 'tape.mcptrace');
  const lines = [
    {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } },
    },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    { jsonrpc: '2.0', id: 2, method: 'tools/list' },
    { jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name: 'echo', arguments: { message: 'moon' } } },
  ];
  const env = { ...process.env, XDG_STATE_HOME: path.join(folder, 'state') };
  const proxy = new CliProcess(['tap', '--out', tape, '--', process.execPath, everything], { env, cwd: folder });
  proxy.send(...lines);
  await until(() => proxy.stdout.includes('Echo: moon'), 'the call is answered');
  await proxy.end();
  assert.ok(existsSync(tape));
  const file = {
    mcptest: 1,
    server: { recording: 'tape.mcptrace' },
    checks: [{ id: 'a', call: 'echo', args: { message: 'moon' }, expect: { contains: 'moon' } }],
  };
  writeFileSync(path.join(folder, 'every.mcptest.json'), JSON.stringify(file));
  assert.deepEqual((await run()).statuses, { a: 'passed' });
});

test('values come from an environment of the file and from inputs, and a secret stays out of snapshot and report', async () => {
  const file = {
    mcptest: 1,
    server: { command: process.execPath, args: ['${program}'] },
    inputs: [{ id: 'key', type: 'promptString', password: true }],
    variables: { program: '/nowhere/index.js', key: '${input:key}', place: 'home' },
    environments: { here: { program: everything, place: 'here' } },
    checks: [
      {
        id: 'echo',
        call: 'echo',
        args: { message: '${place} ${key}' },
        expect: { matches: 'here q7-[a-z]+', snapshot: true },
      },
      { id: 'tells', call: 'echo', args: { message: '${key}' }, expect: { contains: 'something else' } },
    ],
  };
  writeFileSync(path.join(folder, 'every.mcptest.json'), JSON.stringify(file));
  const given = ['--environment', 'here', '--input', 'key=q7-lantern-quartz'];
  const { stdout } = await switchboard('check', '--trust', '--reporter', 'json', ...given);
  const { results } = JSON.parse(stdout) as Report;
  assert.deepEqual(
    results.map(({ id, status }) => [id, status]),
    [
      ['echo', 'passed'],
      ['tells', 'failed'],
    ],
  );
  assert.doesNotMatch(stdout, /lantern/);
  assert.doesNotMatch(readFileSync(path.join(folder, '__mcp__/every/echo.json'), 'utf8'), /lantern/);
  const { problems, code } = await run('--environment', 'there');
  assert.deepEqual([problems[0]?.message, code], ['The file has no environment "there". It has: here.', 2]);
});
