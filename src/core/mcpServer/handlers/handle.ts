import { ProtocolError, type Result, type Server, type ServerContext } from '@modelcontextprotocol/server';
import { Fault, messageOf } from '../../../base/fault.ts';
import { isRecord } from '../../../base/json.ts';
import type { Log } from '../../../base/log.ts';
import { internalError } from '../../wire/message.ts';

export type Params = Readonly<Record<string, unknown>>;
export type HandleRequest = (params: Params, context: ServerContext) => Promise<Result> | Result;

/** The SDK would answer bad params with a dump of its schema: each handler reads its own instead. */
const anyParams = {
  '~standard': { version: 1, vendor: 'mcp-switchboard', validate: (value: unknown) => ({ value: value as Params }) },
} as const;

export interface HandlerTable {
  readonly [method: string]: HandleRequest;
}

export function handleAll(server: Server, table: HandlerTable, log: Log): void {
  for (const [method, run] of Object.entries(table)) {
    server.setRequestHandler(method, { params: anyParams }, (params, context) =>
      runGuarded(method, () => run(params as Params, context), context, log),
    );
  }
}

/** Details of an unexpected error go to the log only, never to the client. */
async function runGuarded(
  method: string,
  run: () => Promise<Result> | Result,
  context: ServerContext,
  log: Log,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw toProtocolError(error, { log, method, id: context.mcpReq.id, signal: context.mcpReq.signal });
  }
}

interface FailedRequest {
  readonly method: string;
  readonly id: string | number;
  readonly signal: AbortSignal;
  readonly log: Log;
}

export function toProtocolError(error: unknown, { method, id, signal, log }: FailedRequest): ProtocolError {
  if (error instanceof ProtocolError) return error;
  if (!(Fault.is(error, 'cancelled') || signal.aborted)) {
    log.error(`${method} failed`, { req_id: id, error: stackOf(error) });
  }
  return new ProtocolError(internalError.code, internalError.message);
}

export function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : messageOf(error);
}

export function invalid(reason: string): ProtocolError {
  return new ProtocolError(-32602, 'Invalid params', { reason });
}

export function requireText(params: Params, name: string): string {
  const value = params[name];
  if (typeof value !== 'string') throw invalid(`${name} must be a string`);
  return value;
}

/** The parameters of `tools/call`. */
export function readToolCall(params: Params): { readonly name: string; readonly args: Params } {
  const name = requireText(params, 'name');
  const args = params['arguments'] ?? {};
  if (!isRecord(args)) throw invalid('arguments must be an object');
  return { name, args };
}

/** Lists fit on one page, so there is no cursor that could be valid. */
export function refuseCursor(params: Params): void {
  if (params['cursor'] !== undefined) throw invalid('unknown cursor');
}
