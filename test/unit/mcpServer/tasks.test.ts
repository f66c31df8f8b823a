import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Fault } from '../../../src/base/fault.ts';
import { Lifetime } from '../../../src/base/lifetime.ts';
import { TaskRun } from '../../../src/core/mcpServer/handlers/tasks/taskRun.ts';
import { TaskRuns } from '../../../src/core/mcpServer/handlers/tasks/taskRuns.ts';
import { failOnLeaks } from '../../support/leaks.ts';
import type { ClientRequest } from '../../../src/core/mcpServer/tool.ts';

failOnLeaks();

const hour = 3_600_000;
const question: ClientRequest = { method: 'elicitation/create', params: { message: 'Name?' } };
const keysOf = (task: TaskRun): string[] => Object.keys(task.detailed()['inputRequests'] ?? {});

test('the same question gets another key when it is asked again: clients answer each key once', async () => {
  const task = new TaskRun();
  const first = task.request({ name: question });
  const [key = ''] = keysOf(task);
  task.answer({ [key]: 'one' });
  assert.deepEqual(await first, { name: 'one' });
  const second = task.request({ name: question });
  task.answer({ [key]: 'late' });
  assert.equal(task.detailed()['status'], 'input_required');
  task.answer({ [keysOf(task)[0]!]: 'two' });
  assert.deepEqual(await second, { name: 'two' });
});

test('a cancelled task ends what waits in it, and stays cancelled whatever its run returns', async () => {
  const task = new TaskRun();
  const waiting = task.request({ name: question });
  task.cancel();
  await assert.rejects(waiting, (error) => Fault.is(error, 'cancelled'));
  task.complete({ content: [] });
  assert.equal(task.detailed()['status'], 'cancelled');
});

test('an outcome is kept for the time that was told, and ten minutes at least', (t) => {
  t.mock.timers.enable({ apis: ['Date'] });
  const lifetime = new Lifetime();
  const tasks = new TaskRuns(lifetime);
  const [short, long] = [tasks.open()!, tasks.open()!];
  short.complete({ content: [] });
  t.mock.timers.tick(hour);
  assert.ok(tasks.find(short.id) && tasks.find(long.id));
  t.mock.timers.tick(hour);
  assert.equal(tasks.find(short.id), undefined);
  long.complete({ content: [] });
  assert.equal(long.detailed()['ttlMs'], 2 * hour + 600_000);
  t.mock.timers.tick(600_000);
  assert.ok(tasks.find(long.id));
  t.mock.timers.tick(1);
  assert.equal(tasks.find(long.id), undefined);
  lifetime.dispose();
});

test('a hundred tasks are held at a time, and all end with the server', () => {
  const lifetime = new Lifetime();
  const tasks = new TaskRuns(lifetime);
  const held = Array.from({ length: 100 }, () => tasks.open()!);
  assert.equal(tasks.open(), undefined);
  lifetime.dispose();
  assert.ok(held.every(({ signal }) => signal.aborted));
});
