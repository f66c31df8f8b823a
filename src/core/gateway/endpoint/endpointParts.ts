import type { ReadonlySignal } from '@preact/signals-core';
import type { Log } from '../../../base/log.ts';
import type { RegisteredTool } from '../../servers/catalog/toolRegistry.ts';
import type { ManagedServer } from '../../servers/model/server.ts';
import type { DefinitionKind } from '../../../contract/definitions.ts';
import type { TapSource } from '../../wire/tap.ts';
import type { ClientRequestRouter } from '../calls/clientRequestRouter.ts';
import type { GatewayCalls } from '../calls/gatewayCalls.ts';
import type { ExposureSettings } from '../exposure/agentPolicy.ts';

export interface EndpointParts {
  readonly servers: ReadonlySignal<readonly ManagedServer[]>;
  readonly tools: ReadonlySignal<readonly RegisteredTool[]>;
  readonly exposure: ReadonlySignal<ExposureSettings>;
  readonly calls: GatewayCalls;
  readonly router: ClientRequestRouter;
  readonly taps: TapSource;
  readonly log: Log;
  readonly version: string;
  /** False: every call goes through the SDK. */
  readonly fastPath: boolean;
  /** Calls go to another gateway, which must know the capabilities of the agent here. */
  readonly isRelay?: boolean;
  /** How many tools an agent is shown before it has to search. */
  toolLimit(): number;
  redact(text: string): string;
  /** What agents may be shown of a server's definitions; tools come accepted. Inside an effect it follows changes. */
  accepted<T extends object>(server: string, kind: DefinitionKind, values: readonly T[]): readonly T[];
}
