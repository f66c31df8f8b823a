import type { Server } from '@modelcontextprotocol/server';
import type { ReadonlySignal } from '@preact/signals-core';
import type { HandedOverCalls } from '../../fastPath/serving/handedOverCalls.ts';
import type { ServableServer, ServableFeatures } from '../../mcpServer/servableServer.ts';
import type { ToolResult } from '../../servers/model/server.ts';
import type { AgentCall } from '../calls/agentCall.ts';
import type { ExposedTool, Scope } from '../exposure/exposedTools.ts';
import type { EndpointParts } from './endpointParts.ts';
import type { EndpointServers } from './endpointServers.ts';
import type { MissingServer } from './missingServers.ts';
import type { PassedTasks } from '../calls/passedTasks.ts';

/** What the handlers of an endpoint work on. */
export interface EndpointContext {
  readonly scope: Scope;
  readonly parts: EndpointParts;
  readonly host: ServableServer['host'];
  readonly servers: EndpointServers;
  readonly tasks: PassedTasks;
  readonly handedOver: HandedOverCalls<Server, AgentCall<ToolResult>>;
  /** By the name that this endpoint's agents use. */
  readonly exposed: ReadonlySignal<ReadonlyMap<string, ExposedTool>>;
  readonly features: ServableFeatures;
  /** Servers whose tools cannot be used now. */
  missing(): readonly MissingServer[];
  /** By its name, or by the only one that differs from it just by `-` for `_`. */
  find(name: string): ExposedTool | undefined;
}
