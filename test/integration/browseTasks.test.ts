// Tasks in both eras: server-everything speaks the old ones, a fixture in raw lines the new ones.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { TaskStore } from '../../src/core/calls/tasks/taskStore.ts';
import type { ClientRequests } from '../../src/core/servers/model/clientRequests.ts';
import type { StdioLaunch } from '../../src/core/servers/model/launch.ts';
import { Redactor } from '../../src/core/trust/redaction/redact.ts';
import { Fault } from '../../src/base/fault.ts';
import type { TaskView } from '../../src/contract/tasks.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { until } from '../support/until.ts';
import { manage, real } from './serversSupport.ts';
import { FakeStore } from '../support/fakeStore.ts';

failOnLeaks();

const modernScript = fileURLToPath(new URL('../fixtures/browse/modernTasks.mjs', import.meta.url));
const modern: StdioLaunch = { kind: 'stdio', command: process.execPath, args: [modernScript], env: {} };
const everything = (): StdioLaunch => real('@modelcontextprotocol/server-everything/dist/index.js', ['stdio']);

function opened(launch: StdioLaunch, clientRequests: ClientRequests = {}, kept = new FakeStore()) {
  const subject = manage(launch, {}, { clientRequests });
  const tasks = new TaskStore({
    server: () => subject.server,
    mayCall: (_, tool) => {
      if (tool === 'held') throw new Fault('trust/tool-quarantined', 'held back');
    },
    clientRequests,
    store: kept,
    scope: () => '/work/app',
    redactor: new Redactor(),
  });
  return {
    server: subject.server,
    tasks,
    [Symbol.asyncDispose]: async () => {
      tasks.dispose();
      await subject.server.dispose();
    },
  };
}

async function started(tasks: TaskStore, tool: string, args = {}): Promise<string> {
  const start = await tasks.start('subject', tool, args);
  assert.equal(start.kind, 'task', JSON.stringify(start));
  return (start as { id: string }).id;
}

async function ended(tasks: TaskStore, id: string): Promise<TaskView> {
  let task: TaskView | undefined;
  await until(async () => {
    task = (await tasks.list('subject')).tasks.find((each) => each.id === id);
    return task?.status === 'cancelled' || task?.content !== undefined || task?.fault !== undefined;
  }, 'the task to end');
  return task!;
}

function textIn(task: TaskView): string {
  return (task.content?.[0] as { text: string } | undefined)?.text ?? '';
}

test('legacy: a tool that must run as a task does, and its result is fetched when it is done', async () => {
  await using subject = opened(everything());
  const id = await started(subject.tasks, 'simulate-research-query', { topic: 'bees', ambiguous: false });
  const view = await subject.tasks.list('subject');
  assert.equal(view.offered, true);
  const [task] = view.tasks;
  assert.deepEqual(
    [task?.id, task?.tool, task?.args],
    [id, 'simulate-research-query', { topic: 'bees', ambiguous: false }],
  );
  const done = await ended(subject.tasks, id);
  assert.equal(done.status, 'completed');
  assert.match(textIn(done), /Research Report: bees/);
});

test('legacy: a task can be cancelled', async () => {
  await using subject = opened(everything());
  const id = await started(subject.tasks, 'simulate-research-query', { topic: 'wasps' });
  await subject.tasks.cancel('subject', id);
  assert.equal((await ended(subject.tasks, id)).status, 'cancelled');
});

test('legacy: an elicitation of a running task is shown to the user, and the task continues', async () => {
  const asked: string[] = [];
  const clientRequests: ClientRequests = {
    elicit: async ({ message }) => {
      asked.push(message);
      return { action: 'decline' };
    },
  };
  await using subject = opened(everything(), clientRequests);
  const id = await started(subject.tasks, 'simulate-research-query', { topic: 'python', ambiguous: true });
  const done = await ended(subject.tasks, id);
  assert.equal(done.status, 'completed', JSON.stringify(done.fault));
  assert.equal(asked.length, 1);
  assert.match(textIn(done), /declined/);
});

test('modern: a task is followed to its end', async () => {
  await using subject = opened(modern);
  const id = await started(subject.tasks, 'work');
  const done = await ended(subject.tasks, id);
  assert.deepEqual([done.status, textIn(done), done.ttlMs], ['completed', 'done', 60_000]);
});

test('modern: an elicitation of a task is shown to the user, and the response is sent with tasks/update', async () => {
  const clientRequests: ClientRequests = { elicit: async () => ({ action: 'accept', content: { name: 'Ada' } }) };
  await using subject = opened(modern, clientRequests);
  const done = await ended(subject.tasks, await started(subject.tasks, 'ask'));
  assert.equal(textIn(done), 'done for Ada');
});

test('modern: a task is cancelled, one ends at once, and a call outside tasks stays a plain call', async () => {
  await using subject = opened(modern);
  const id = await started(subject.tasks, 'forever');
  await subject.tasks.cancel('subject', id);
  assert.equal((await ended(subject.tasks, id)).status, 'cancelled');
  const quick = await ended(subject.tasks, await started(subject.tasks, 'quick'));
  assert.deepEqual([quick.status, textIn(quick)], ['completed', 'at once']);
  const plain = await subject.server.callTool('work', {});
  assert.deepEqual(plain.content, [{ type: 'text', text: 'no tasks' }]);
});

test('a blocked tool does not start as a task either', async () => {
  await using subject = opened(modern);
  const start = await subject.tasks.start('subject', 'held', {});
  assert.equal(start.kind === 'failed' && start.fault.code, 'trust/tool-quarantined');
});

test('after a restart of the window the tasks that were started here are found again, without their arguments', async () => {
  const kept = new FakeStore();
  let id: string;
  {
    await using subject = opened(modern, {}, kept);
    id = await started(subject.tasks, 'forever', { password: 'p' });
  }
  assert.equal(kept.text.includes('"p"'), false);
  await using later = opened(modern, {}, kept);
  assert.deepEqual(
    (await later.tasks.list('subject')).tasks.map((task) => [task.id, task.tool]),
    [[id, 'forever']],
  );
  await later.server.start();
  // The new process does not know the task: that is reported, and it is not polled forever.
  const task = await ended(later.tasks, id);
  assert.equal(task.fault?.message, 'No such task');
});
