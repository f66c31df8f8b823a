import { windowClosed } from '../../../base/faults/serverFaults.ts';
import type { Log } from '../../../base/log.ts';
import { systemClock } from '../../ports/ports.ts';
import type { Launch } from '../../servers/model/launch.ts';
import { createManagedServer } from '../../servers/managedServer.ts';
import { ServerRegistry } from '../../servers/registry.ts';
import { silentTap } from '../../wire/tap.ts';
import { Redactor } from '../../trust/redaction/redact.ts';
import { ClientRequestRouter, agentOnlyRequests } from '../calls/clientRequestRouter.ts';
import type { Endpoint } from '../endpoint/endpoint.ts';
import { Gateway } from '../gateway.ts';
import type { GatewayWindow } from './gatewayWindows.ts';

const windowId = 'window';
const dayMs = 24 * 3_600_000;
/** The port of a window that was killed may belong to a silent program now; a busy machine is given some time. */
const connectMs = 10_000;
/** The window enforces time-outs, and how many calls may run at once. */
const limits = {
  connectTimeoutMs: connectMs,
  probeTimeoutMs: connectMs,
  callTimeoutMs: dayMs,
  callCapMs: dayMs,
  idleStopMs: 0,
  maxConcurrentCalls: 1_000,
};

interface Attached {
  readonly endpoint: Endpoint;
  /** Rejects with the reason if the window does not respond. */
  connect(): Promise<void>;
  dispose(): Promise<void>;
}

/** The window's current address; after a reload it has another token, and maybe another port. */
export type FindWindow = () => GatewayWindow | undefined;

interface AttachParts {
  readonly version: string;
  readonly log: Log;
  /** False: every call goes through the SDK. */
  readonly fastPath: boolean;
}

/** A running window's gateway as an endpoint of this process: rules, approvals and Traffic stay with the window. */
export async function attachToWindow(
  { folders }: GatewayWindow,
  find: FindWindow,
  { version, log, fastPath }: AttachParts,
): Promise<Attached> {
  const router = new ClientRequestRouter(agentOnlyRequests);
  const registry = new ServerRegistry({ log });
  const taps = { open: () => silentTap };
  const create = () =>
    createManagedServer({
      id: windowId,
      label: 'mcp-switchboard-gateway',
      source: windowId,
      transport: 'http',
      launch: async () => launchOf(find(), folders),
      mayMove: true,
      fastPath,
      tap: taps,
      clientRequests: router.clientRequests,
      log,
      clientInfo: { name: 'switchboard-gateway', version },
      limits,
    });
  await registry.apply([{ id: windowId, source: 'mcp', launchKey: windowId, create }]);
  const gateway = new Gateway({
    servers: registry.servers,
    tools: registry.tools.tools,
    router,
    taps,
    clock: systemClock,
    redactor: new Redactor(),
    log,
    version,
    fastPath,
    isRelay: true,
    server: (id) => registry.get(id),
    accepted: (_server, _kind, values) => values, // the window offers nothing else
    approve: async () => 'allowed', // the window asks by its own policy
    isRuled: () => false, // rules are the window's too
    estimateTokens: () => 0,
  });
  gateway.follow({ servers: { [windowId]: true }, toolLimit: undefined });
  return {
    endpoint: gateway.endpoint({ kind: 'server', id: windowId }),
    connect: () => registry.get(windowId).start(),
    dispose: async () => {
      gateway.dispose();
      await registry.dispose();
    },
  };
}

/** Another process may have taken the port of a closed window: the token is not sent there. */
function launchOf(window: GatewayWindow | undefined, folders: readonly string[]): Launch {
  if (window) return { kind: 'http', url: window.url, headers: { Authorization: `Bearer ${window.token}` } };
  throw windowClosed(folders);
}
