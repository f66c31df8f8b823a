import { type Server, isSpecType } from '@modelcontextprotocol/server';
import { type Log, createLog } from '../../../base/log.ts';
import type { RunDirectTool } from '../../fastPath/serving/directToolCalls.ts';
import { isPlainToolResult } from '../../fastPath/serving/plainToolResult.ts';
import type { ServerTool, ToolContext, ToolOutcome } from '../tool.ts';
import { isAtLeast } from '../severity.ts';
import { defaultSeverity, logMessageOf } from './clientLog.ts';
import { stackOf } from './handle.ts';
import { runTool, settle } from './handleTools.ts';
import type { FeatureRegistry } from './featureRegistry.ts';

interface DirectToolParts {
  readonly features: FeatureRegistry;
  readonly log: Log;
  readonly server: Pick<Server, 'projectCallToolResult' | 'sendLoggingMessage'>;
}

/** A plain tool, run and checked as behind the SDK. */
export function directTool(parts: DirectToolParts, name: string): RunDirectTool | undefined {
  const { features, server } = parts;
  const tool = features.tool(name);
  if (tool?.plain !== true) return undefined;
  return async (args, { requestId, signal, progress }) => {
    const log = parts.log.with({ req_id: requestId });
    const clientLog = new DirectLog(log, server);
    const call = {
      context: {
        ...plainContext,
        requestId,
        signal,
        progress,
        log: clientLog.log,
      },
      log,
    };
    const settled = await settle(() => runTool(features, tool, args, call), call);
    await clientLog.sent();
    if (settled.kind === 'done') return resultOf(settled.outcome, tool, server);
    if (!signal.aborted) log.error('tools/call failed', { error: stackOf(settled.error) });
    throw settled.error;
  };
}

function resultOf(outcome: ToolOutcome, { outputSchema }: ServerTool, server: DirectToolParts['server']): unknown {
  if (!isPlainToolResult(outcome) && !isSpecType.CallToolResult(outcome))
    throw new Error('not a result of the protocol');
  return server.projectCallToolResult(outcome as never, outputSchema as never);
}

/** Each line goes to the server's log, and to the client where logging is offered; its level is the default one. */
class DirectLog {
  readonly #sending: Promise<void>[] = [];
  readonly log: Log;

  constructor(log: Log, server: DirectToolParts['server']) {
    this.log = createLog((line) => {
      log[line.level](line.message, line.fields);
      const message = logMessageOf(line);
      if (isAtLeast(message.level, defaultSeverity)) this.#sending.push(server.sendLoggingMessage(message));
    });
  }

  /** Log messages of a call come before its response. */
  async sent(): Promise<void> {
    if (this.#sending.length > 0) await Promise.allSettled(this.#sending);
  }
}

const plainContext: Pick<ToolContext, 'inputs' | 'clientCapabilities'> = {
  inputs: () => Promise.reject(new Error('a plain tool asks nothing')),
  clientCapabilities: {},
};
