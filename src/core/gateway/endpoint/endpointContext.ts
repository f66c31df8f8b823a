import type { ReadonlySignal } from '@preact/signals-core';
import type { Served, ServedCatalog } from '../../mcpServer/servableServer.ts';
import type { ParkedCalls } from '../calls/suspendedCalls.ts';
import type { OfferedTool, Scope } from '../exposure/exposedTools.ts';
import type { EndpointParts } from './endpointParts.ts';
import type { Members } from './endpointServers.ts';
import type { BegunCalls } from './handedOverCalls.ts';

/** What the handlers of an endpoint work on. */
export interface EndpointContext {
  readonly scope: Scope;
  readonly parts: EndpointParts;
  readonly host: Served['host'];
  readonly members: Members;
  readonly parked: ParkedCalls;
  readonly begun: BegunCalls;
  /** By the name that this endpoint's agents use. */
  readonly offered: ReadonlySignal<ReadonlyMap<string, OfferedTool>>;
  readonly catalog: ServedCatalog;
}
