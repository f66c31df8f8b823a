import { ProtocolError, type Result, type ServerContext } from '@modelcontextprotocol/server';
import { clip, isRecord } from '../../../base/json.ts';
import type { HandlerTable, Params } from '../../mcpServer/handlers/handle.ts';
import { missingExtension } from '../../mcpServer/handlers/tasks/handleTasks.ts';
import { capabilitiesKey } from '../../wire/protocolVersions.ts';
import { knowsTasks } from '../../wire/tasksExtension.ts';
import type { EndpointContext } from './endpointContext.ts';
import { passed } from './passed.ts';

type Declared = (request: ServerContext) => Readonly<Record<string, unknown>>;

const maxIdShown = 256;

/** Tasks of managed servers: what an agent asks about them goes to their server, under the id that it has there. */
export function passedTaskHandlers(endpoint: EndpointContext, declared: Declared): HandlerTable {
  const pass = (method: string) => (params: Params, request: ServerContext) =>
    passTask(endpoint, method, params, request, declared(request));
  return Object.fromEntries(['tasks/get', 'tasks/update', 'tasks/cancel'].map((method) => [method, pass(method)]));
}

async function passTask(
  { tasks, servers }: EndpointContext,
  method: string,
  { taskId: id }: Params,
  { mcpReq }: ServerContext,
  capabilities: Readonly<Record<string, unknown>>,
): Promise<Result> {
  if (!knowsTasks(capabilities)) throw missingExtension();
  const task = tasks.find(id);
  const server = servers.all().find((one) => one.id === task?.server);
  if (!task || !server) throw new ProtocolError(-32602, `Unknown task: ${clip(String(id), maxIdShown)}`);
  const responses = mcpReq.inputResponses; // the SDK takes them out of the parameters
  const params = { taskId: task.taskId, ...(responses && { inputResponses: responses }) };
  const meta = { _meta: { [capabilitiesKey]: capabilities } };
  const answer = await passed(server.request(method, { ...params, ...meta }, { signal: mcpReq.signal }));
  if (!isRecord(answer)) return {};
  return 'taskId' in answer ? { ...answer, taskId: id } : answer;
}
