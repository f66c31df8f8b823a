import { l10n } from '../../../base/l10n.ts';
import { textOr } from '../../wire/messageBounds.ts';
import { knowsTasks, tasksExtension } from '../../wire/tasksExtension.ts';
import { callFailed, protocolBroken } from '../../../base/faults/serverFaults.ts';
import { metaKeys } from '../../wire/sdkNames.ts';
import { Fault } from '../../../base/fault.ts';
import { isRecord } from '../../../base/json.ts';
import type { TaskStatus, TaskView } from '../../../contract/tasks.ts';
import { type ClientRequests, capabilitiesOf } from '../../servers/model/clientRequests.ts';
import type { CallOptions, ManagedServer, ServerInfo } from '../../servers/model/server.ts';

/**
 * The two protocols of tasks: the experimental core of 2025-11-25 (`task` in the call, `tasks/result` for the
 * outcome) and the extension of 2026-07-28 (`resultType: "task"`, the outcome inside `tasks/get`).
 */
const keepMs = 600_000;
const mostPages = 5;

type Fields = Readonly<Record<string, unknown>>;
export type TaskFacts = Omit<TaskView, 'server' | 'tool' | 'args'> & {
  readonly pollMs: number;
  /** Input that the server needs before it continues (modern). */
  readonly inputRequests?: Fields;
};

export function infoOf(server: ManagedServer): ServerInfo | undefined {
  const state = server.state.peek();
  return state.kind === 'connected' ? state.info : undefined;
}

export function offersTasks(info: ServerInfo): boolean {
  return info.era === 'modern' ? knowsTasks(info.capabilities) : info.capabilities['tasks'] !== undefined;
}

/** A modern server may only return a task if the request declares support for tasks. */
function metaFor(info: ServerInfo, clientRequests: ClientRequests): Fields {
  if (info.era !== 'modern') return {};
  const own = capabilitiesOf(clientRequests);
  const capabilities = { ...own, extensions: { ...own['extensions'], [tasksExtension]: {} } };
  return { _meta: { [metaKeys.clientCapabilities]: capabilities } };
}

export async function startTask(
  server: ManagedServer,
  info: ServerInfo,
  clientRequests: ClientRequests,
  tool: string,
  args: Fields,
): Promise<TaskFacts> {
  const task = info.era === 'modern' ? {} : { task: { ttl: keepMs } };
  const result = await server.request('tools/call', {
    name: tool,
    arguments: args,
    ...task,
    ...metaFor(info, clientRequests),
  });
  const created = isRecord(result) && isRecord(result['task']) ? result['task'] : result;
  if (isRecord(created) && typeof created['taskId'] === 'string') return readTask(created);
  return answeredAtOnce(result);
}

/** The server may return a result instead of a task. */
function answeredAtOnce(result: unknown): TaskFacts {
  const id = `answered-${Date.now().toString(36)}`;
  return {
    id,
    status: 'completed',
    statusMessage: l10n.t('Responded without a task'),
    pollMs: 0,
    ...outcomeOf(result),
  };
}

export async function getTask(
  server: ManagedServer,
  info: ServerInfo,
  clientRequests: ClientRequests,
  id: string,
  options: CallOptions,
): Promise<TaskFacts> {
  const answer = await server.request('tasks/get', { taskId: id, ...metaFor(info, clientRequests) }, options);
  if (!isRecord(answer)) throw protocolBroken('notObject', 'tasks/get');
  const facts = readTask({ ...answer, taskId: id });
  if (info.era === 'modern') return { ...facts, ...modernOutcome(facts.status, answer) };
  // In the legacy era the outcome is requested; pending elicitations then arrive as requests of the server.
  const wantsResult = facts.status === 'completed' || facts.status === 'failed' || facts.status === 'input_required';
  return wantsResult ? withResult(server, facts, options) : facts;
}

async function withResult(server: ManagedServer, facts: TaskFacts, options: CallOptions): Promise<TaskFacts> {
  try {
    const result = await server.request('tasks/result', { taskId: facts.id }, options);
    const status = facts.status === 'input_required' ? 'completed' : facts.status;
    return { ...facts, status, ...outcomeOf(result) };
  } catch (error) {
    if (Fault.is(error, 'cancelled') || facts.status === 'input_required') throw error;
    return { ...facts, fault: Fault.from(error, 'server/call-failed').toShape() };
  }
}

function modernOutcome(status: TaskStatus, { result, error, inputRequests }: Fields): Partial<TaskFacts> {
  if (isRecord(inputRequests)) return { inputRequests };
  if (result !== undefined) return outcomeOf(result);
  if (!isRecord(error)) return status === 'completed' || status === 'failed' ? { content: [] } : {};
  const message = typeof error['message'] === 'string' ? error['message'] : l10n.t('The task failed');
  return { fault: callFailed('refused', message, { data: { code: error['code'] } }).toShape() };
}

export async function updateTask(
  server: ManagedServer,
  info: ServerInfo,
  clientRequests: ClientRequests,
  id: string,
  inputResponses: Fields,
): Promise<void> {
  await server.request('tasks/update', { taskId: id, inputResponses, ...metaFor(info, clientRequests) });
}

export async function cancelTask(
  server: ManagedServer,
  info: ServerInfo,
  clientRequests: ClientRequests,
  id: string,
): Promise<void> {
  await server.request('tasks/cancel', { taskId: id, ...metaFor(info, clientRequests) });
}

/** Only the legacy era has a list; unsupported methods are not called. */
export async function listTasks(server: ManagedServer, info: ServerInfo): Promise<readonly TaskFacts[]> {
  const { tasks } = info.capabilities;
  if (info.era === 'modern' || !isRecord(tasks) || tasks['list'] === undefined) return [];
  const found: TaskFacts[] = [];
  let cursor: unknown;
  for (let page = 0; page < mostPages; page++) {
    const result = await server.request('tasks/list', typeof cursor === 'string' ? { cursor } : {});
    const list = isRecord(result) && Array.isArray(result['tasks']) ? result['tasks'] : [];
    found.push(...list.filter(isTask).map(readTask));
    cursor = isRecord(result) ? result['nextCursor'] : undefined;
    if (typeof cursor !== 'string') break;
  }
  return found;
}

function isTask(value: unknown): value is Fields {
  return isRecord(value) && typeof value['taskId'] === 'string';
}

const statuses = new Set<unknown>(['working', 'input_required', 'completed', 'failed', 'cancelled']);
const defaultPollMs = 1_000;

function readTask(task: Fields): TaskFacts {
  const { taskId, status, statusMessage, createdAt, lastUpdatedAt } = task;
  const ttlMs = task['ttlMs'] ?? task['ttl'];
  const pollMs = task['pollIntervalMs'] ?? task['pollInterval'];
  return {
    id: textOr(taskId, ''),
    status: (statuses.has(status) ? status : 'working') as TaskStatus,
    pollMs: typeof pollMs === 'number' ? pollMs : defaultPollMs,
    ...(typeof statusMessage === 'string' && { statusMessage }),
    ...(typeof createdAt === 'string' && { createdAt }),
    ...(typeof lastUpdatedAt === 'string' && { updatedAt: lastUpdatedAt }),
    ...(typeof ttlMs === 'number' && { ttlMs }),
  };
}

function outcomeOf(result: unknown): Partial<TaskFacts> {
  if (!isRecord(result)) return { content: [] };
  const { content, structuredContent, isError } = result;
  return {
    content: Array.isArray(content) ? content : [],
    ...(structuredContent !== undefined && { structuredContent }),
    ...(isError === true && { status: 'failed' as const }),
  };
}
