import type { Server, ServerContext } from '@modelcontextprotocol/server';
import { isRecord } from '../../../base/json.ts';
import { type Log, createLog } from '../../../base/log.ts';
import { ClientInputs } from './clientInputs.ts';
import type { ClientLog } from './clientLog.ts';
import { CallTask } from './tasks/callTask.ts';
import { knowsTasks } from '../../wire/tasksExtension.ts';
import type { TaskRuns } from './tasks/taskRuns.ts';
import type { ProgressReport, ToolContext } from '../tool.ts';

const traceparentForm = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/;

/** One client and its instance of the server. */
export interface Client {
  readonly server: Server;
  readonly log: Log;
  readonly clientLog: ClientLog;
}

export interface Call {
  readonly context: ToolContext;
  readonly inputs: ClientInputs;
  /** Where the client knows tasks. */
  readonly task?: CallTask;
  /** For the server's own log lines about the call; not sent to the client. */
  readonly log: Log;
}

/** The context of a request for a tool, a prompt or a resource; without `tasks` it never becomes a task. */
export function openCall(
  { server, log: serverLog, clientLog }: Client,
  request: ServerContext,
  tasks?: TaskRuns,
): Call {
  const capabilities = capabilitiesOf(server, request);
  const task = tasks && knowsTasks(capabilities) ? new CallTask(tasks, request.mcpReq.signal) : undefined;
  const inputs = new ClientInputs(request, () => task?.run);
  const traceparent = readTraceparent(request);
  const log = serverLog.with({ req_id: request.mcpReq.id, ...(traceparent !== undefined && { traceparent }) });
  const context: ToolContext = {
    signal: task?.signal ?? request.mcpReq.signal,
    progress: progressOf(request, task),
    log: callLog(request, log, clientLog, task),
    requestId: request.mcpReq.id,
    ...(traceparent !== undefined && { traceparent }),
    ...(capabilities['elicitation'] !== undefined && { ask: inputs.ask }),
    inputs: inputs.request,
    ...(task && { becomeTask: task.begin }),
    clientCapabilities: capabilities,
  };
  return { context, inputs, log, ...(task && { task }) };
}

/** Sent with each request in the modern era, and once in the legacy handshake. */
export function capabilitiesOf(server: Server, request: ServerContext): Readonly<Record<string, unknown>> {
  const envelope: Readonly<Record<string, unknown>> = request.mcpReq.envelope ?? {};
  const declared = envelope['io.modelcontextprotocol/clientCapabilities'] ?? server.getClientCapabilities();
  return isRecord(declared) ? declared : {};
}

function readTraceparent(request: ServerContext): string | undefined {
  const given: unknown = request.mcpReq._meta?.['traceparent'];
  return typeof given === 'string' && traceparentForm.test(given) ? given : undefined;
}

function progressOf(request: ServerContext, task?: CallTask): (report: ProgressReport) => void {
  const send = progressSender(request);
  return (report) => {
    if (!task?.run) send(report);
    else if (report.message !== undefined) task.run.report(report.message);
  };
}

function progressSender(request: ServerContext): (report: ProgressReport) => void {
  const progressToken = request.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => {};
  let last = -Infinity;
  return (report) => {
    if (!(report.progress > last) || request.mcpReq.signal.aborted) return;
    last = report.progress;
    const params = { progressToken, ...report };
    request.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {}); // the client has gone: the call ends by its signal
  };
}

/** Each line goes to the server's log, and to the client where it takes log messages and still waits. */
function callLog(request: ServerContext, log: Log, clientLog: ClientLog, task?: CallTask): Log {
  return createLog((line) => {
    log[line.level](line.message, line.fields);
    if (!task?.run) clientLog.write(request, line);
  });
}
