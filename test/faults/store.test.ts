import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Fault } from '../../src/base/fault.ts';
import { CallHistory } from '../../src/core/calls/callHistory.ts';
import { Store } from '../../src/core/store/store.ts';
import { Redactor } from '../../src/core/trust/redaction/redact.ts';
import { until } from '../support/until.ts';
import { noDisk, smallDisk } from './support/smallDisk.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-store-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const fixture = (name: string): string => fileURLToPath(new URL(`../fixtures/store/${name}`, import.meta.url));

interface Writing {
  readonly child: ChildProcess;
  /** What was acknowledged. */
  readonly acknowledged: () => readonly string[];
}

function run(script: string, ...args: string[]): Writing {
  const child = spawn(process.execPath, [fixture(script), ...args]);
  let text = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString('utf8')));
  const acknowledged = (): readonly string[] => {
    assert.ok(!child.exitCode, errors); // null while it runs, 0 when it has done its work
    return text.split('\n').slice(0, -1);
  };
  return { child, acknowledged };
}

async function kill({ child }: Writing): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'close');
}

function open(file: string): { readonly store: Store; readonly told: Fault[] } {
  const told: Fault[] = [];
  return { store: new Store(file, { now: Date.now, tell: (fault) => told.push(fault) }), told };
}

function keysIn(file: string): ReadonlySet<string> {
  const { store, told } = open(file);
  const keys = new Set(store.keys('test', 'user'));
  store.dispose();
  assert.deepEqual(told, []);
  const db = new DatabaseSync(file);
  assert.equal(db.prepare('pragma integrity_check').get()?.['integrity_check'], 'ok');
  db.close();
  return keys;
}

test('eight processes that open a new store and write 500 rows each at once keep all of them', async () => {
  const file = path.join(folder, 'eight', 'switchboard.db');
  const all = Array.from({ length: 8 }, (_, at) => run('putRows.ts', file, `p${at}`, '500'));
  await Promise.all(all.map(({ child }) => once(child, 'close')));
  assert.equal(all.flatMap(({ acknowledged }) => acknowledged()).length, 4_000);
  assert.equal(keysIn(file).size, 4_000);
});

test('a process that is killed while it writes has lost nothing that it acknowledged', async () => {
  const file = path.join(folder, 'killed', 'switchboard.db');
  for (let round = 0; round < 8; round++) {
    const writing = run('putRows.ts', file, `r${round}`, '1000000');
    await until(() => writing.acknowledged().length > 20 + round * 37, 'some rows are written');
    await kill(writing);
    const keys = keysIn(file);
    assert.deepEqual(
      writing.acknowledged().filter((key) => !keys.has(key)),
      [],
    );
  }
});

test('a window that is killed has lost no call whose end was shown, and what ran is known to have no end', async () => {
  const file = path.join(folder, 'calls', 'switchboard.db');
  const scope = '/work/app';
  for (let round = 0; round < 4; round++) {
    const window = run('runCalls.ts', file, scope);
    await until(() => window.acknowledged().length > 5 + round * 3, 'some calls have ended');
    await kill(window);
    const { store } = open(file);
    const views = new Map(
      new CallHistory({ store, scope: () => scope, redactor: new Redactor() }).read().map((view) => [view.id, view]),
    );
    const shown = window.acknowledged().slice(-250); // the history has a limit
    assert.deepEqual(
      shown.filter((id) => views.get(id)?.state.kind !== 'done'),
      [],
    );
    assert.ok([...views.values()].every(({ state }) => state.kind === 'done' || state.kind === 'lost'));
    store.dispose();
  }
});

const row = (key: string, text: string) => ({ kind: 'test', scope: 'user', key, value: text });

test('a full disk is named and takes no row that was acknowledged', (t) => {
  const disk = smallDisk(path.join(folder, 'full'), 2_048);
  if (disk === undefined) return t.skip(noDisk);
  const file = path.join(disk, 'switchboard.db');
  const filler = path.join(disk, 'filler');
  writeFileSync(filler, Buffer.alloc(300_000));
  const { store, told } = open(file);
  const kept: string[] = [];
  const fill = (): void => {
    for (let at = 0; ; at++) {
      const key = `${kept.length}-${at}`;
      store.put([row(key, 'x'.repeat(1_000))]);
      kept.push(key);
    }
  };
  assert.throws(fill, { code: 'file/not-written', message: `The disk is full. ${file} was not changed.` });
  assert.ok(kept.length > 50);
  assert.deepEqual(store.keys('test', 'user'), kept);
  store.quietly(() => store.put([row('quiet', 'x'.repeat(20_000))]));
  assert.deepEqual(
    told.map(({ code }) => code),
    ['file/not-written'],
  );
  rmSync(filler);
  store.put([row('after', 'there is room again')]);
  store.dispose();
  assert.deepEqual([...keysIn(file)], [...kept, 'after']);
});

test('on a read-only disk what is there is read, and the rest ends with the session', (t) => {
  const disk = smallDisk(path.join(folder, 'readOnly'), 512);
  if (disk === undefined) return t.skip(noDisk);
  const file = path.join(disk, 'switchboard.db');
  const first = open(file).store;
  first.put([row('approved', 'before')]);
  first.dispose();
  execFileSync('mount', ['-o', 'remount,ro', disk]);
  const { store, told } = open(file);
  store.put([row('new', 'now')]);
  assert.deepEqual([store.get(row('approved', '')), store.get(row('new', ''))], ['before', 'now']);
  assert.deepEqual(
    told.map(({ code }) => code),
    ['store/unavailable'],
  );
  store.dispose();
});

test(
  'what belongs to another user is neither written nor believed',
  { skip: process.getuid?.() !== 0 && 'only root can give it away' },
  () => {
    const theirs = path.join(folder, 'theirs');
    const file = path.join(theirs, 'switchboard.db');
    const first = open(file).store;
    first.put([row('forged', 'approval')]);
    first.dispose();
    execFileSync('chown', ['65534', theirs, file]);
    const { store, told } = open(file);
    store.put([row('a', '1')]);
    assert.deepEqual([store.get(row('a', '')), store.get(row('forged', ''))], ['1', undefined]);
    assert.match(told[0]?.text ?? '', /theirs belongs to another user\. Approvals and calls of this session/);
    assert.equal(told.length, 1);
  },
);

test('processes that find the same broken file set it aside once and share the new one', async () => {
  const file = path.join(folder, 'broken', 'switchboard.db');
  mkdirSync(path.dirname(file));
  writeFileSync(file, 'no database\n'.repeat(1_000));
  const all = Array.from({ length: 6 }, (_, at) => run('putRows.ts', file, `p${at}`, '50'));
  await Promise.all(all.map(({ child }) => once(child, 'close')));
  const keys = keysIn(file);
  const acknowledged = all.flatMap((one) => one.acknowledged());
  assert.equal(acknowledged.length, 300);
  assert.deepEqual(
    acknowledged.filter((key) => !keys.has(key)),
    [],
  );
  const aside = readdirSync(path.dirname(file)).filter((name) => /broken-\w+$/.test(name));
  assert.equal(aside.length, 1);
});
