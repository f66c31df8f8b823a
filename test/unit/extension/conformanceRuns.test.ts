import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, beforeEach, test } from 'node:test';
import type { ConformanceRun } from '../../../src/contract/conformance.ts';
import { suitePlace } from '../../../src/core/checks/conformance/suitePlace.ts';
import { Redactor } from '../../../src/core/trust/redaction/redact.ts';
import { FakeStore } from '../../support/fakeStore.ts';
import { shown } from '../../support/fakeVscode.ts';
import { useFakeVscode } from '../../support/useFakeVscode.ts';

useFakeVscode();
const { ConformanceRuns } = await import('../../../src/extension/testing/conformanceRuns.ts');
type Parts = ConstructorParameters<typeof ConformanceRuns>[0];

const cache = mkdtempSync(path.join(tmpdir(), 'switchboard-suite-'));
process.env['XDG_CACHE_HOME'] = cache;
after(() => rmSync(cache, { recursive: true, force: true }));
beforeEach(() => {
  shown.length = 0;
  const { program } = suitePlace(process.env);
  mkdirSync(path.dirname(program), { recursive: true });
  writeFileSync(program, '');
});

const scenario = (name: string, passed: boolean) => ({ name, passed, isScored: true, from: 10, to: 20, checks: [] });
const result = (passed: boolean): ConformanceRun => ({
  mcpconformance: 1,
  server: 'notes',
  suite: '1',
  version: '2025-11-25',
  scenarios: [scenario('ping', true), scenario('tools-list', passed)],
});

/** The command line is a program that prints this. */
function runsWith(print: () => unknown, store = new FakeStore()): InstanceType<typeof ConformanceRuns> {
  const script = (): string =>
    `process.stderr.write("Running ping\\n"); console.log(${JSON.stringify(JSON.stringify(print()))})`;
  const ownLauncher = (): object => ({ command: process.execPath, args: ['-e', script(), '--'], env: {} });
  return new ConformanceRuns({
    core: { redactor: new Redactor(), entry: () => undefined },
    ports: { store, workspace: { folders: [{ name: 'w', path: cache }] } },
    commandLine: { ownLauncher },
  } as unknown as Parts);
}

test('a run is remembered, and the next one says what is different', async () => {
  let passes = false;
  const store = new FakeStore();
  const runs = runsWith(() => result(passes), store);
  const changed: boolean[] = [];
  runs.onDidChange((server) => changed.push(runs.view(server).isRunning));
  const first = runs.run('notes');
  assert.equal(runs.run('notes'), first); // joined
  assert.deepEqual(await first, { isRunning: false, run: result(false) });
  passes = true;
  await runs.run('notes');
  const { run, changes } = runsWith(() => undefined, store).view('notes');
  assert.deepEqual([run, changes], [result(true), [{ scenario: 'tools-list', change: 'fixed' }]]);
  assert.deepEqual(changed, [true, false, true, false]);
});

test('the frames of a scenario are found by the name of the suite and the time', async () => {
  const runs = runsWith(() => result(true));
  await runs.run('notes');
  assert.equal(runs.framesOf('notes', 'ping'), 'server:"notes (conformance)" time>=10 time<=20');
  assert.equal(runs.framesOf('notes', 'never'), 'server:"notes (conformance)"');
});

test('what the command line could not do is said in its words, and the last results stay', async () => {
  let answer: unknown = result(true);
  const runs = runsWith(() => answer);
  await runs.run('notes');
  answer = {
    error: { code: 'conformance/not-fetched', message: 'There is no npm on the PATH.', hint: 'npm comes with Node.' },
  };
  await assert.rejects(runs.run('notes'), { message: 'There is no npm on the PATH.', hint: 'npm comes with Node.' });
  assert.deepEqual(runs.view('notes').run, result(true));
});

test('the suite is not fetched unasked', async () => {
  rmSync(suitePlace(process.env).folder, { recursive: true });
  await assert.rejects(runsWith(() => result(true)).run('notes'), { code: 'cancelled' });
  assert.deepEqual([shown.length, shown[0]?.modal, shown[0]?.buttons], [1, true, ['Fetch and Run']]);
});

test('results are shown although the disk is full', async () => {
  class FullStore extends FakeStore {
    override put(): void {
      throw new Error('no space left');
    }

    /** As the real one: the fault is told once. */
    override quietly<T>(work: () => T): T {
      try {
        return work();
      } catch {
        return undefined as T;
      }
    }
  }
  const store = new FullStore();
  const runs = runsWith(() => result(true), store);
  await runs.run('notes');
  assert.deepEqual(runs.view('notes'), { isRunning: false, run: result(true) });
});
