import type { Server } from '@modelcontextprotocol/server';
import type { Log } from '../../../base/log.ts';
import type { RunDirectTool } from '../../fastPath/serving/directToolCalls.ts';
import type { ToolContext } from '../tool.ts';
import { runTool, settle } from './handleTools.ts';
import type { FeatureRegistry } from './serverParts.ts';

interface DirectToolParts {
  readonly features: FeatureRegistry;
  readonly log: Log;
  /** Puts an outcome into the words of the connection's protocol version. */
  readonly server: Pick<Server, 'projectCallToolResult'>;
}

/** A plain tool, run with the same checks as behind the SDK. */
export function directTool(
  { features, log: serverLog, server }: DirectToolParts,
  name: string,
): RunDirectTool | undefined {
  const tool = features.tool(name);
  if (tool?.plain !== true) return undefined;
  return async (args, requestId, signal) => {
    const log = serverLog.with({ req_id: requestId });
    const call = { context: contextOf(requestId, signal, log), log };
    const settled = await settle(() => runTool(features, tool, args, call), call);
    if (settled.kind === 'done')
      return server.projectCallToolResult(settled.outcome as never, tool.outputSchema as never);
    if (!signal.aborted) log.error('tools/call failed', { error: settled.error });
    throw settled.error;
  };
}

function contextOf(requestId: ToolContext['requestId'], signal: AbortSignal, log: Log): ToolContext {
  return {
    signal,
    log,
    requestId,
    progress: () => {},
    inputs: () => Promise.reject(new Error('a plain tool asks nothing')),
    clientCapabilities: {},
  };
}
