import {
  MissingRequiredClientCapabilityError,
  ProtocolError,
  type Result,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { clip } from '../../../../base/json.ts';
import { knowsTasks, tasksExtension } from '../../../wire/tasksExtension.ts';
import type { TaskRun } from './taskRun.ts';
import type { TaskRuns } from './taskRuns.ts';

type Fields = Readonly<Record<string, unknown>>;

const maxIdShown = 256;

type HandleTask = (task: TaskRun, request: ServerContext) => Result;

/** The methods of the extension; `declared` are the client's capabilities in a request. */
export function taskHandlers(
  tasks: TaskRuns,
  declared: (request: ServerContext) => Fields,
): Readonly<Record<string, (params: Fields, request: ServerContext) => Result>> {
  const handle =
    (run: HandleTask) =>
    (params: Fields, request: ServerContext): Result => {
      if (!knowsTasks(declared(request))) throw missingExtension();
      return run(findTask(tasks, params['taskId']), request);
    };
  return {
    'tasks/get': handle((task) => task.detailed()),
    'tasks/update': handle((task, { mcpReq }) => {
      task.answer(mcpReq.inputResponses ?? {}); // the SDK takes them out of the parameters
      return {};
    }),
    'tasks/cancel': handle((task) => {
      task.cancel();
      return {};
    }),
  };
}

function findTask(tasks: TaskRuns, id: unknown): TaskRun {
  const task = typeof id === 'string' ? tasks.find(id) : undefined;
  if (!task) throw new ProtocolError(-32602, `Unknown task: ${clip(String(id), maxIdShown)}`);
  return task;
}

export function missingExtension(): ProtocolError {
  return new MissingRequiredClientCapabilityError({ requiredCapabilities: { extensions: { [tasksExtension]: {} } } });
}
