import type { Server, ServerContext } from '@modelcontextprotocol/server';
import { isRecord } from '../../../base/json.ts';
import { type Log, createLog } from '../../../base/log.ts';
import { ClientInputs } from './clientInputs.ts';
import type { ClientLog } from './clientLog.ts';
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
  /** For the server's own log lines about the call; not sent to the client. */
  readonly log: Log;
}

/** The context of a request for a tool, a prompt or a resource. */
export function openCall({ server, log: serverLog, clientLog }: Client, request: ServerContext): Call {
  const inputs = new ClientInputs(request);
  const capabilities = capabilitiesOf(server, request);
  const traceparent = readTraceparent(request);
  const log = serverLog.with({ req_id: request.mcpReq.id, ...(traceparent !== undefined && { traceparent }) });
  const context: ToolContext = {
    signal: request.mcpReq.signal,
    progress: progressOf(request),
    log: callLog(request, log, clientLog),
    requestId: request.mcpReq.id,
    ...(traceparent !== undefined && { traceparent }),
    ...(capabilities['elicitation'] !== undefined && { ask: inputs.ask }),
    inputs: inputs.request,
    clientCapabilities: capabilities,
  };
  return { context, inputs, log };
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

function progressOf(request: ServerContext): (report: ProgressReport) => void {
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

/** Each line goes to the server's log, and to the client where it takes log messages. */
function callLog(request: ServerContext, log: Log, clientLog: ClientLog): Log {
  return createLog((line) => {
    log[line.level](line.message, line.fields);
    clientLog.write(request, line);
  });
}
