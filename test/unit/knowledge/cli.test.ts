import assert from 'node:assert/strict';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { before, test } from 'node:test';
import { knowledge } from '../../../src/cli/knowledge.ts';
import { VerbFailed } from '../../../src/cli/support/failure.ts';
import { UsageError } from '../../../src/cli/support/usageError.ts';
import { failOnLeaks } from '../../support/leaks.ts';

failOnLeaks();

let cwd: string;
before(async () => (cwd = await mkdtemp(path.join(tmpdir(), 'switchboard-knowledge-'))));

async function run(args: readonly string[], input = ''): Promise<{ code: number; out: string; err: string }> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const stop = new AbortController().signal;
  const code = await knowledge.run(args, {
    stdin: Readable.from([input]),
    stdout,
    stderr,
    env: { HOME: cwd },
    cwd,
    stop,
  });
  return { code, out: String(stdout.read() ?? ''), err: String(stderr.read() ?? '') };
}

test('query answers as text, as JSON, and reads from the input', async () => {
  const words = await run(['query', 'compare', 'the', 'webhook', 'signature']);
  assert.equal(words.code, 0);
  assert.match(words.out, /Threat: .+\n {2}Check: .+\n {2}Fix: /);
  const json = await run(['query', '-', '--json', '--language', 'python'], 'cursor.execute(f"select {x}")');
  const answer = JSON.parse(json.out) as { pattern_count: number; patterns: { cwe: string[] }[] };
  assert.ok(answer.patterns[0]?.cwe.includes('CWE-89'));
});

test('a Chinese question gets its cards with Chinese words around the English pattern', async () => {
  const { code, out } = await run(['query', '忘记密码发重置链接']);
  assert.equal(code, 0);
  assert.match(out, /^TMKB-AUTHN-00\d .+ \((?:严重|高|中|低), [\d.]+\)\n {2}威胁： .+\n {2}检查： .+\n {2}修复： /);
});

test('a query that finds nothing says so and exits with 1', async () => {
  const { code, out } = await run(['query', 'bake a cake']);
  assert.equal(code, 1);
  assert.match(out, /No pattern fits/);
});

test('get prints a pattern to read; an unknown id names its neighbours', async () => {
  const { code, out } = await run(['get', 'tmkb-authz-001']);
  assert.equal(code, 0);
  assert.match(out, /^# TMKB-AUTHZ-001: /);
  await assert.rejects(run(['get', 'TMKB-AUTHZ-999']), (error) => {
    assert.ok(error instanceof VerbFailed);
    assert.equal(error.exitCode, 1);
    assert.match(error.message, /Near it: TMKB-AUTHZ-001/);
    return true;
  });
});

test('list filters, and a filter that fits nothing exits with 1', async () => {
  const { out } = await run(['list', '--category', 'mcp']);
  assert.ok(out.split('\n').filter(Boolean).length >= 5);
  assert.equal((await run(['list', '--cwe', '99999'])).code, 1);
});

test('validate names file, line and column, and exits with 1 for a bad file', async () => {
  await writeFile(path.join(cwd, 'bad.yaml'), 'id: A-001\ntitle: x\nseverity: terrible\n');
  const { code, out } = await run(['validate', 'bad.yaml']);
  assert.equal(code, 1);
  assert.match(out, /^bad\.yaml:3:1: error: /m);
});

test('validate of a file that is not there could not be tried', async () => {
  await assert.rejects(run(['validate', 'bad.yaml', 'absent.yaml']), (error) => {
    assert.ok(error instanceof UsageError);
    assert.equal(error.message, `File not found: ${path.join(cwd, 'absent.yaml')}.`);
    return true;
  });
});

test('a wrong command line is one sentence', async () => {
  for (const args of [
    ['ask'],
    [],
    ['get'],
    ['validate'],
    ['query'],
    ['list', 'x'],
    ['query', 'x', '--language', 'cobol'],
  ])
    await assert.rejects(run(args), UsageError, args.join(' '));
});
