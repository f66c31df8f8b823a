import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '../../../src/core/ports/ports.ts';
import { Approvals } from '../../../src/core/trust/approval/approvals.ts';
import { FakeStore } from '../../support/fakeStore.ts';
import { FakeWorkspace, entryOf } from '../config/support.ts';

const base = { command: 'npx', args: ['-y', 'pkg@1.0.0'] };

function approvalsOver(store: FakeStore): Approvals {
  return new Approvals({
    store,
    workspace: new FakeWorkspace(),
    clock: systemClock,
    policy: () => ({ access: 'all' }),
  });
}

test('a changed launch replaces what was approved before, and going back is a change too', async () => {
  const approvals = approvalsOver(new FakeStore());
  const next = { ...base, args: ['-y', 'pkg@1.0.1'] };
  await approvals.approve(entryOf(base), { executable: '/a/npx' });
  await approvals.approve(entryOf(next), { executable: '/a/npx' });
  assert.equal(approvals.state(entryOf(next), { executable: '/a/npx' }).kind, 'approved');
  assert.equal(approvals.state(entryOf(base), { executable: '/a/npx' }).kind, 'changed');
  assert.equal(approvals.state(entryOf(base)).kind, 'changed');
});

test('a window and a terminal that find different programs each keep their approval, and lose both at once', async () => {
  const approvals = approvalsOver(new FakeStore());
  const entry = entryOf(base);
  await approvals.approve(entry, { executable: '/a/npx' });
  assert.equal(approvals.state(entry, { executable: '/b/npx' }).kind, 'changed');
  await approvals.approve(entry, { executable: '/b/npx' });
  for (const executable of ['/a/npx', '/b/npx']) assert.equal(approvals.state(entry, { executable }).kind, 'approved');
  await approvals.withdraw(entry);
  for (const executable of ['/a/npx', '/b/npx']) assert.equal(approvals.state(entry, { executable }).kind, 'new');
});

test('eight programs of one launch stay approved side by side, and the one that was approved first makes room', async () => {
  const ports = { store: new FakeStore(), workspace: new FakeWorkspace(), policy: () => ({ access: 'all' }) as const };
  let now = 0;
  const approvals = new Approvals({ ...ports, clock: { ...systemClock, now: () => now++ } });
  const entry = entryOf(base);
  const programs = Array.from({ length: 9 }, (_, at) => `/${at}/npx`);
  const approved = () => programs.filter((executable) => approvals.state(entry, { executable }).kind === 'approved');
  for (const executable of programs.slice(0, 8)) await approvals.approve(entry, { executable });
  assert.deepEqual(approved(), programs.slice(0, 8));
  await approvals.approve(entry, { executable: programs[8]! });
  assert.deepEqual(approved(), programs.slice(1));
});

test('what another window approved is approved here, and its entries are looked at again', async () => {
  const store = new FakeStore();
  const approvals = approvalsOver(store);
  const heard: (string | undefined)[] = [];
  const listening = approvals.onDidChange((name) => heard.push(name));
  await approvalsOver(store).approve(entryOf(base), {});
  approvals.changedElsewhere();
  assert.equal(approvals.state(entryOf(base), {}).kind, 'approved');
  assert.deepEqual(heard, [undefined]);
  listening.dispose();
});

test('two files of one folder may each have a server of the same name', async () => {
  const approvals = approvalsOver(new FakeStore());
  const entry = (file: string, command: string): ReturnType<typeof entryOf> => {
    const found = entryOf({ command });
    return { ...found, source: { ...found.source, file } };
  };
  await approvals.approve(entry('/work/app/a.json', 'one'), {});
  await approvals.approve(entry('/work/app/b.json', 'two'), {});
  assert.equal(approvals.state(entry('/work/app/a.json', 'one'), {}).kind, 'approved');
  assert.equal(approvals.state(entry('/work/app/b.json', 'two'), {}).kind, 'approved');
});
