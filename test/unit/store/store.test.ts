import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, afterEach, test } from 'node:test';
import type { Fault } from '../../../src/base/fault.ts';
import type { StoreRow } from '../../../src/core/ports/ports.ts';
import { Store } from '../../../src/core/store/store.ts';
import { until } from '../../support/until.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-store-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const opened: Store[] = [];
afterEach(() => {
  for (const store of opened.splice(0)) store.dispose();
});

let count = 0;
const newFile = (): string => path.join(folder, String(++count), 'switchboard.db');

interface Subject {
  readonly store: Store;
  readonly told: Fault[];
}

function open(file: string, now: () => number = Date.now): Subject {
  const told: Fault[] = [];
  const store = new Store(file, { now, tell: (fault) => told.push(fault) });
  opened.push(store);
  return { store, told };
}

const row = (key: string, value: unknown, more: Partial<StoreRow> = {}): StoreRow => ({
  kind: 'test',
  scope: 'user',
  key,
  value,
  ...more,
});

test('rows are found again by kind, scope and key, by the next process too', () => {
  const file = newFile();
  const { store } = open(file);
  store.put([row('a', { n: 1 }), row('b', 'two', { body: ['large'] }), row('a', 3, { scope: 'other' })]);
  store.dispose();
  const next = open(file).store;
  assert.deepEqual(next.get(row('a', undefined)), { n: 1 });
  assert.deepEqual(next.get(row('a', undefined, { scope: 'other' })), 3);
  assert.equal(next.get(row('a', undefined, { kind: 'other' })), undefined);
  assert.deepEqual(next.list('test', 'user'), [
    { key: 'a', value: { n: 1 }, hasBody: false },
    { key: 'b', value: 'two', hasBody: true },
  ]);
  assert.deepEqual(next.body(row('b', undefined)), ['large']);
  next.put([row('a', undefined)]);
  assert.deepEqual(next.keys('test', 'user'), ['b']);
});

test('nothing is opened before the first look-up', () => {
  const file = newFile();
  const { store } = open(file);
  assert.equal(statSync(path.dirname(file), { throwIfNoEntry: false }), undefined);
  store.get(row('a', undefined));
  assert.ok(statSync(file).isFile());
});

test('the file and its folder are for this user alone', { skip: process.platform === 'win32' }, () => {
  const file = newFile();
  mkdirSync(path.dirname(file), { mode: 0o755 });
  open(file).store.put([row('a', 1)]);
  const modes = ['', 'switchboard.db', 'switchboard.db-wal'].map((name) =>
    (statSync(path.join(path.dirname(file), name)).mode & 0o777).toString(8),
  );
  assert.deepEqual(modes, ['700', '600', '600']);
});

test('a write is whole or not at all', () => {
  const { store } = open(newFile());
  assert.throws(() => store.put([row('a', 1), row('b', 'x'.repeat(5_000_000))]), { code: 'file/not-written' });
  assert.deepEqual(store.keys('test', 'user'), []);
});

test('what is added never replaces what is there, and a marked addition is made once', () => {
  const { store } = open(newFile());
  store.put([row('a', 'mine')]);
  store.add([row('a', 'old'), row('b', 'old')], 'once');
  store.put([row('b', undefined)]);
  store.add([row('b', 'old')], 'once');
  assert.deepEqual(
    store.list('test', 'user').map(({ key, value }) => [key, value]),
    [['a', 'mine']],
  );
});

test('two that migrate at once do it once', () => {
  const file = newFile();
  const [one, two] = [open(file).store, open(file).store];
  one.get(row('a', undefined));
  two.get(row('a', undefined));
  one.add([row('a', 'from one')], 'once');
  two.add([row('a', 'from two'), row('b', 'from two')], 'once');
  assert.deepEqual(
    two.list('test', 'user').map(({ value }) => value),
    ['from one'],
  );
});

test('another connection hears of the kinds that changed, and of its own writes nothing', async () => {
  const file = newFile();
  const [here, there] = [open(file).store, open(file).store];
  const heard: string[][] = [];
  here.onDidChange((kinds) => heard.push([...kinds].toSorted()));
  here.put([row('mine', 1)]);
  there.put([row('a', 1, { kind: 'approval' })]);
  await until(() => heard.length === 1, 'the first change');
  there.put([row('p', 1, { kind: 'pin' }), row('c', 1, { kind: 'call' })]);
  here.put([row('mine', 2)]);
  await until(() => heard.length === 2, 'the second change');
  there.put([row('a', 1, { kind: 'approval' })]); // unchanged: no news
  there.put([row('a', undefined, { kind: 'approval' })]);
  await until(() => heard.length === 3, 'the removal');
  assert.deepEqual(heard, [['approval'], ['call', 'pin'], ['approval']]);
});

test('a file of a later version is read and not written, and the session goes on in memory', () => {
  const file = newFile();
  const { store } = open(file);
  store.put([row('a', 1), row('b', 2)]);
  store.dispose();
  const db = new DatabaseSync(file);
  db.exec('pragma user_version = 99');
  db.close();
  const before = readFileSync(file);
  const later = open(file);
  assert.equal(later.store.get(row('a', undefined)), 1);
  later.store.put([row('a', 'new'), row('b', undefined), row('c', 3)]);
  assert.deepEqual(
    later.store.list('test', 'user').map(({ key, value }) => [key, value]),
    [
      ['a', 'new'],
      ['c', 3],
    ],
  );
  assert.deepEqual(
    later.told.map(({ code }) => code),
    ['store/later-version'],
  );
  later.store.dispose();
  assert.deepEqual(readFileSync(file), before);
});

test('a later version with other tables is left alone', () => {
  const file = newFile();
  mkdirSync(path.dirname(file));
  const db = new DatabaseSync(file);
  db.exec('create table other (x text); pragma user_version = 99');
  db.close();
  const { store, told } = open(file);
  store.put([row('a', 1)]);
  assert.equal(store.get(row('a', undefined)), 1);
  assert.equal(told.length, 1);
});

test('a file that is no database is set aside under a name that is said, never overwritten', () => {
  const file = newFile();
  mkdirSync(path.dirname(file));
  writeFileSync(file, 'this is the letter of another program\n'.repeat(100));
  const { store, told } = open(file, () => Date.UTC(2026, 10, 17, 5, 6, 7));
  store.put([row('a', 1)]);
  assert.equal(store.get(row('a', undefined)), 1);
  const aside = `${file}.broken-20261117T050607Z`;
  assert.match(readFileSync(aside, 'utf8'), /^this is the letter/);
  assert.deepEqual(
    told.map(({ code, text }) => [code, text]),
    [
      [
        'store/broken',
        `${file} could not be read and was renamed to ${aside}. Approvals and the history of calls begin anew.`,
      ],
    ],
  );
  store.dispose();
  assert.equal(open(file).store.get(row('a', undefined)), 1);
});

function damage(file: string): void {
  const bytes = readFileSync(file);
  bytes.fill(0xa5, 4096, bytes.length - 4096);
  writeFileSync(file, bytes);
}

test('a damaged file is set aside when it is opened, and a large one when it is used', () => {
  for (const rows of [50, 20_000]) {
    const file = newFile();
    const { store } = open(file);
    store.put(Array.from({ length: rows }, (_, at) => row(String(at), 'x'.repeat(300))));
    store.dispose();
    damage(file);
    const { store: next, told } = open(file);
    next.list('test', 'user');
    next.put([row('after', 1)]);
    assert.deepEqual(
      told.map(({ code }) => code),
      ['store/broken'],
      `${rows} rows`,
    );
    assert.deepEqual(next.keys('test', 'user'), ['after']);
    assert.ok(readdirSync(path.dirname(file)).some((name) => name.startsWith('switchboard.db.broken-')));
  }
});

test('a process that has the file open goes over to the new one when it is set aside or removed', () => {
  const file = newFile();
  const { store } = open(file);
  store.put([row('a', 1)]);
  for (const part of ['', '-wal', '-shm']) rmSync(file + part, { force: true });
  store.put([row('b', 2)]);
  assert.deepEqual(open(file).store.keys('test', 'user'), ['b']);
});

test('where the file cannot be used the session works from memory, and this is said once', () => {
  const inTheWay = path.join(folder, 'file-in-the-way');
  writeFileSync(inTheWay, '');
  const { store, told } = open(path.join(inTheWay, 'switchboard.db'));
  store.put([row('a', 1)]);
  assert.equal(store.get(row('a', undefined)), 1);
  assert.deepEqual(
    told.map(({ code }) => code),
    ['store/unavailable'],
  );
});

test('rows that can be had again are pruned by number, by scope and by bytes; decisions are not', () => {
  let now = 0;
  const { store } = open(newFile(), () => now++);
  const many = (kind: string, rows: number, size: number, scope = 'user'): void => {
    for (let at = 0; at < rows; at++) store.put([row(`${kind}-${at}`, 'x'.repeat(size), { kind, scope })]);
  };
  many('negotiation', 600, 10);
  const negotiations = store.keys('negotiation', 'user');
  assert.ok(negotiations.length <= 530 && negotiations.includes('negotiation-599'));
  many('call', 400, 10, '/a');
  many('call', 10, 10, '/b');
  assert.ok(store.keys('call', '/a').length <= 330);
  assert.equal(store.keys('call', '/b').length, 10);
  many('definitions', 100, 1_000_000);
  assert.ok(store.keys('definitions', 'user').length <= 64 + 25);
  assert.ok(store.keys('definitions', 'user').includes('definitions-99'));
  many('approval', 1_500, 10);
  assert.equal(store.keys('approval', 'user').length, 1_500);
});

test('after its end the store keeps nothing and opens nothing', () => {
  const file = newFile();
  const { store } = open(file);
  store.put([row('a', 1)]);
  store.dispose();
  store.put([row('late', 1)]);
  assert.deepEqual(open(file).store.keys('test', 'user'), ['a']);
});

test('for what no user waits for, a failed write is said once until one succeeds again', () => {
  const { store, told } = open(newFile());
  const large = row('a', 'x'.repeat(5_000_000));
  store.quietly(() => store.put([large]));
  store.quietly(() => store.put([large]));
  assert.equal(told.length, 1);
  store.quietly(() => store.put([row('a', 1)]));
  store.quietly(() => store.put([large]));
  assert.deepEqual(
    told.map(({ code }) => code),
    ['file/not-written', 'file/not-written'],
  );
});

test('an update sees what another process has just written, and what throws in it changes nothing', () => {
  const file = newFile();
  const [one, other] = [open(file).store, open(file).store];
  const counter = row('x', undefined);
  const more = (value: unknown): number => (typeof value === 'number' ? value : 0) + 1;
  for (let i = 0; i < 10; i++) for (const store of [one, other]) store.update(counter, more);
  assert.equal(one.get(counter), 20);
  const fail = (): never => {
    throw new Error('in vain');
  };
  assert.throws(() => one.update(counter, fail), /in vain/);
  other.update(counter, more);
  assert.equal(one.get(counter), 21);
});
