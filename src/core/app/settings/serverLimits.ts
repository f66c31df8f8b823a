import type { ServerEntry } from '../../config/model/model.ts';
import type { ServerLimits } from '../../servers/model/launch.ts';
import type { ToolSelection } from '../../servers/model/toolSelection.ts';
import type { Settings } from './settings.ts';

/** What the settings say for every server. */
export function limitsFrom(settings: Settings): Partial<ServerLimits> {
  return {
    connectTimeoutMs: settings['servers.connectTimeoutSeconds'] * 1_000,
    callTimeoutMs: settings['servers.callTimeoutSeconds'] * 1_000,
    callCapMs: settings['servers.maxCallSeconds'] * 1_000,
    maxConcurrentCalls: settings['servers.maxConcurrentCalls'],
    maxMessageBytes: settings['servers.maxMessageMegabytes'] * 1024 * 1024,
    idleStopMs: settings['servers.idleStopMinutes'] * 60_000,
    reconnectAttempts: settings['servers.reconnectAttempts'],
  };
}

/** An entry's own limits win over the settings. */
export function limitsOf({ options }: ServerEntry): Partial<ServerLimits> {
  const { autoDiscover, connectTimeoutMs, callTimeoutMs, toolTimeoutsMs } = options;
  return {
    ...(autoDiscover === false && { autoDiscover }),
    ...(connectTimeoutMs !== undefined && { connectTimeoutMs }),
    ...(callTimeoutMs !== undefined && { callTimeoutMs }),
    ...(toolTimeoutsMs && { toolTimeoutsMs }),
  };
}

export function toolSelectionOf({
  options: { includeTools: include, excludeTools: exclude },
}: ServerEntry): ToolSelection {
  return { ...(include && { include }), ...(exclude && { exclude }) };
}
