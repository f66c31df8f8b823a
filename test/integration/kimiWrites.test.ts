import { proves } from '../requirements.ts';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { type Bed, makeBed } from '../fixtures/kimi/harness.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { settled } from '../support/until.ts';

failOnLeaks();
let bed: Bed;
beforeEach(async () => void (bed = await makeBed()));
afterEach(() => bed.close());

const allowWrites = (): void => void (bed.settings['kimi.allowWrites'] = true);
const promptOf = (args: readonly string[]): string =>
  args.find((arg) => arg.startsWith('--prompt='))?.slice('--prompt='.length) ?? '';

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

test(`runs in one folder wait for each other by default, and go together where that is set${proves('C7')}`, async () => {
  const three = async (): Promise<void> => {
    const outcomes = await Promise.all([1, 2, 3].map((n) => bed.call('analyze', { prompt: `${n}` })));
    assert.deepEqual(
      outcomes.map(({ text }) => text),
      ['ok', 'ok', 'ok'],
    );
  };
  // One that found the marker gone when it removes it would fail.
  const marker = join(bed.dir, 'busy');
  bed.script([{ write: [marker, 'x'] }, { sleep: 300 }, { remove: marker }, { say: 'ok' }]);
  await three();
  bed.settings['kimi.concurrency'] = 4;
  // None goes on before all three are there.
  bed.script([{ meet: [join(bed.dir, 'meeting'), 3] }, { say: 'ok' }]);
  await three();
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
        await settled();
        order.push(`${label}-`);
      },
    );
  await Promise.all(['a', 'b', 'c'].map(one));
  assert.deepEqual(
    order.map((entry) => entry.slice(1)),
    ['+', '-', '+', '-', '+', '-'],
  );
});
