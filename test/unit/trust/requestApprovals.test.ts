import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '../../../src/core/ports/ports.ts';
import { Approvals } from '../../../src/core/trust/approval/approvals.ts';
import { requestApprovals } from '../../../src/core/trust/approval/requestApprovals.ts';
import { FakeStore } from '../../support/fakeStore.ts';
import { FakeAsk, FakeWorkspace, entryOf } from '../config/support.ts';

function newApprovals(): Approvals {
  const ports = { store: new FakeStore(), workspace: new FakeWorkspace(), clock: systemClock };
  return new Approvals({ ...ports, policy: () => ({ access: 'all' }) });
}

const launchOf = (name: string, ...args: string[]) => ({
  entry: { ...entryOf({ command: 'node', args }), name },
  context: {},
});

test('every launch is shown whole in one dialog, and approved by one click', async () => {
  const approvals = newApprovals();
  const launches = [launchOf('one', 'a.mjs'), launchOf('two', 'b.mjs', '--all')];
  const ask = new FakeAsk('Approve');
  await requestApprovals(launches, approvals, ask);
  assert.equal(ask.choices.length, 1);
  assert.equal(ask.choices[0]?.title, 'Allow 2 servers to run on this computer?');
  for (const part of ['1. one', 'a.mjs', '2. two', 'b.mjs', '--all']) assert.ok(ask.choices[0]?.detail?.includes(part));
  for (const { entry, context } of launches) assert.equal(approvals.state(entry, context).kind, 'approved');
});

test('closing the dialog approves nothing', async () => {
  const approvals = newApprovals();
  const launches = [launchOf('one', 'a.mjs'), launchOf('two', 'b.mjs')];
  await requestApprovals(launches, approvals, new FakeAsk(undefined));
  for (const { entry, context } of launches) assert.equal(approvals.state(entry, context).kind, 'new');
});

test('launches that do not fit into one dialog are shown in several, and the first refusal ends the questions', async () => {
  const approvals = newApprovals();
  const launches = ['one', 'two', 'three'].map((name) => launchOf(name, 'x'.repeat(6_000)));
  const ask = new FakeAsk('Approve', undefined, 'Approve');
  await requestApprovals(launches, approvals, ask);
  assert.equal(ask.choices.length, 2);
  const kinds = launches.map(({ entry, context }) => approvals.state(entry, context).kind);
  assert.deepEqual(kinds, ['approved', 'new', 'new']);
});

test('what is approved already is not asked about again', async () => {
  const approvals = newApprovals();
  const [one, two] = [launchOf('one', 'a.mjs'), launchOf('two', 'b.mjs')];
  await approvals.approve(one.entry, one.context);
  const ask = new FakeAsk('Approve');
  await requestApprovals([one, two], approvals, ask);
  assert.equal(ask.choices[0]?.title, 'Allow "two" to run on this computer?');
});
