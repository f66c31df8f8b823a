import type { Lifetime } from '../../base/lifetime.ts';
import { estimateTokens } from '../../base/tokens.ts';
import { approveByUser } from '../gateway/calls/approveByUser.ts';
import type { ClientRequestRouter } from '../gateway/calls/clientRequestRouter.ts';
import { Gateway } from '../gateway/gateway.ts';
import type { ServerRegistry } from '../servers/registry.ts';
import type { ToolTrust } from '../servers/toolTrust.ts';
import type { CoreParts } from './coreParts.ts';
import type { Traffic } from './createTraffic.ts';

interface GatewayRooms {
  readonly registry: ServerRegistry;
  readonly router: ClientRequestRouter;
  readonly toolTrust: ToolTrust;
  readonly traffic: Traffic;
}

export function createGateway(
  { ports, redactor, version, fastPath = true }: CoreParts,
  { registry, router, toolTrust, traffic }: GatewayRooms,
  lifetime: Lifetime,
): Gateway {
  return lifetime.add(
    new Gateway({
      servers: registry.servers,
      tools: registry.tools.tools,
      router,
      taps: traffic.agentTaps,
      clock: ports.clock,
      redactor,
      log: ports.log.with({ part: 'gateway' }),
      version,
      fastPath,
      server: (id) => registry.get(id),
      accepted: (id, kind, values) => toolTrust.accepted(id, kind, values),
      approve: approveByUser(ports.ask),
      isRuled: (id, tool) => traffic.rules.covers(id, tool),
      estimateTokens,
    }),
  );
}
