import type { ServerView } from '../../contract/inspector.ts';
import type { ServerHost } from '../mcpServer/host.ts';
import { type RunTool, textOutcome } from '../mcpServer/tool.ts';

export function listServers(host: ServerHost): RunTool {
  return async ({ state }) => {
    const servers = host
      .listServers()
      .filter((server) => state === undefined || server.state === state)
      .map(describe);
    const structured = { servers };
    return textOutcome(JSON.stringify(structured), structured);
  };
}

function describe(server: ServerView): Readonly<Record<string, unknown>> {
  const { id, label, source, transport, state, era, protocolVersion, toolCount, fault } = server;
  return {
    id,
    label,
    source,
    transport,
    state,
    ...(era !== undefined && { era }),
    ...(protocolVersion !== undefined && { protocolVersion }),
    ...(toolCount !== undefined && { toolCount }),
    ...(fault !== undefined && { lastError: fault.message }),
  };
}
