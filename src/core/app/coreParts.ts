import type { ReadonlySignal } from '@preact/signals-core';
import type { PendingClientRequests } from '../calls/pendingClientRequests.ts';
import type { ConfigSource, ParsedConfig } from '../config/model/model.ts';
import type { KimiPort } from '../kimi/model/port.ts';
import type { Ports } from '../ports/ports.ts';
import type { ClientRequests } from '../servers/model/clientRequests.ts';
import type { GrantStore } from '../servers/oauth/grants/tokenVault.ts';
import type { OAuthParts } from '../servers/oauth/oauthParts.ts';
import type { TrafficSpill } from '../traffic/log/spill.ts';
import type { McpPolicy } from '../trust/policy.ts';
import type { Redactor } from '../trust/redaction/redact.ts';
import type { Settings } from './settings/settings.ts';

/** What a shell gives the core. */
export interface CoreParts {
  readonly ports: Ports;
  readonly settings: Settings;
  readonly redactor: Redactor;
  readonly version: string;
  readonly clientRequests: ClientRequests;
  /** What the shell knows about signing in: who opens the page, where the browser returns to. */
  readonly oauth?: Partial<OAuthParts>;
  /** False: every call goes through the SDK, which is slower for calls to servers and services on this machine. */
  readonly fastPath?: boolean;
  /** Read anew each time: a policy may change while the window is open. */
  policy(): McpPolicy;
  /** The user's own configuration files; those of the folders are known. */
  readonly userSources: readonly ConfigSource[];
  /** Servers that stand in no configuration file, such as those of check files. */
  readonly inlineServers?: ReadonlySignal<readonly ParsedConfig[]> | readonly ParsedConfig[];
  /** A setting of the embedded server's tools, without prefix; `undefined` where the user set none. */
  setting(name: string): unknown;
  readonly kimi?: KimiPort;
  /** Where client requests wait, if the shell has a user interface: their rounds are shown with the calls. */
  readonly pendingRequests?: PendingClientRequests;
  /** Calls are remembered between sessions. */
  readonly keepsCalls?: boolean;
  /** Where older traffic goes, and what the last session left; without it, memory is all there is. */
  readonly spill?: TrafficSpill | undefined;
}

export function grantStore({ ports: { secrets }, oauth }: CoreParts): GrantStore {
  return { secrets, lockDir: oauth?.lockDir };
}
