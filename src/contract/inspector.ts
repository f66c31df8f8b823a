import { type HeldView, definitionsHostMethods } from './definitions.ts';
import type { FaultShape } from '../base/fault.ts';
import { appHostMethods } from './apps.ts';
import { browseHostMethods, browseWebviewMethods } from './browse.ts';
import { clientRequestHostMethods, clientRequestWebviewMethods } from './clientRequests.ts';
import { callsHostMethods, callsWebviewMethods } from './calls.ts';
import { conformanceHostMethods, conformanceWebviewMethods } from './conformance.ts';
import { lintHostMethods } from './lint.ts';
import { sourceHostMethods } from './source.ts';
import { method } from './rpc/contract.ts';
import { knowledgeHostMethods, knowledgeWebviewMethods } from './knowledge.ts';
import { rulesHostMethods, rulesWebviewMethods } from './traffic/interceptionRules.ts';
import { rawHostMethods } from './raw.ts';
import { rootsHostMethods } from './roots.ts';
import { savedCallsHostMethods, savedCallsWebviewMethods } from './savedCalls.ts';
import { type Shape, anyRecord, anything, flag, nothing, object, oneOf, optional, text } from './rpc/shape.ts';
import { signInHostMethods } from './signIn.ts';
import { serverActivityMethods } from './serverActivity.ts';
import { taskHostMethods, taskWebviewMethods } from './tasks.ts';
import { trafficHostMethods, trafficWebviewMethods } from './traffic/traffic.ts';
import { trafficToolMethods, trafficToolNotes } from './traffic/trafficTools.ts';

// ---- what a user sees of a server ------------------------------------------------

export type ServerStateKind = 'disconnected' | 'pending' | 'connecting' | 'connected' | 'waiting' | 'error';
export type Era = 'legacy' | 'modern';

export interface ServerView {
  readonly id: string;
  readonly label: string;
  /** Where it comes from: "embedded", or the configuration file's short name. */
  readonly source: string;
  /** `memory` for our own server, else as in its entry. */
  readonly transport: string;
  readonly state: ServerStateKind;
  /** One short line for the state: "Not started", "Retry in 4 s", the error's first sentence. */
  readonly stateText: string;
  readonly fault?: FaultShape;
  /** What the diagnosis of the fault found: one sentence, and the line of output that proves it. */
  readonly cause?: string;
  readonly proof?: string;
  readonly era?: Era;
  readonly protocolVersion?: string;
  readonly serverName?: string;
  readonly serverVersion?: string;
  readonly toolCount?: number;
  /** How many more tools its entry excludes. */
  readonly hiddenTools?: number;
  /** How many entries of its lists could not be used. */
  readonly problemCount?: number;
  readonly latencyMs?: number;
  /** "Signed in until 14:05". */
  readonly signedIn?: string;
  /** Then the user is asked again: nothing renews it. */
  readonly signInEnds?: boolean;
  /** Its files are newer than what it offers: why it could not be restarted. */
  readonly outOfDate?: string;
  /** Its entry belongs to this workspace, and so its sources may. */
  readonly isOwn?: boolean;
}

/** A full snapshot every time: a webview may miss any number of these. */
export interface ServersSnapshot {
  readonly servers: readonly ServerView[];
  /** Problems of the configuration files, as sentences with their place. */
  readonly problems: readonly ConfigProblemView[];
  readonly trusted: boolean;
}

export interface ConfigProblemView {
  readonly file: string;
  readonly line: number;
  readonly severity: 'error' | 'warning';
  readonly message: string;
}

export interface ToolView {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: unknown;
  readonly outputSchema?: unknown;
  readonly annotations?: Readonly<Record<string, unknown>>;
  /** Estimated tokens that this definition costs a model. */
  readonly tokens: number;
  /** What looks suspicious in its texts; shown, never dropped. */
  readonly findings: readonly ToolFinding[];
  /** It is blocked until a user accepts it: it has changed, or it is new. */
  readonly held?: HeldView;
  /** Whether it is pinned to its first-seen definition; absent for our own tools. */
  readonly pinned?: boolean;
  /** Whether it may, or must, be run as a task. */
  readonly execution?: { readonly taskSupport?: 'optional' | 'required' | 'forbidden' };
  /** The page that it brings along to show its results (MCP Apps). */
  readonly app?: string;
}

export interface ToolFinding {
  readonly severity: 'high' | 'medium' | 'low';
  readonly message: string;
  /** A JSON pointer into the definition. */
  readonly path: string;
  /** With invisible characters written out. */
  readonly excerpt: string;
}

export interface CatalogView {
  readonly server: string;
  readonly tools: readonly ToolView[];
  readonly instructions?: string;
  /** What agents do not get beside tools until a user accepts it. */
  readonly held: readonly HeldView[];
}

// ---- the two contracts ----------------------------------------------------------------

const serverRef = object({ server: text });
const selection = object({
  server: optional(text),
  tool: optional(text),
  resource: optional(text),
  prompt: optional(text),
  args: optional(anyRecord),
});

/** What the host does for a webview. */
export const hostContract = {
  'app/ready': method(nothing).answers<{ readonly snapshot: ServersSnapshot; readonly selection: Selection }>(),
  'app/report': method(object({ level: oneOf('warn', 'error'), message: text })).answers<void>(),
  'servers/start': method(serverRef).answers<void>(),
  'servers/stop': method(serverRef).answers<void>(),
  'servers/restart': method(serverRef).answers<void>(),
  /** Starts it under a debugger. */
  'servers/debug': method(serverRef).answers<void>(),
  'servers/approve': method(serverRef).answers<void>(),
  'servers/showLog': method(serverRef).answers<void>(),
  /** Opens its entry in the configuration file. */
  'servers/edit': method(serverRef).answers<void>(),
  /** Names the cause of its failure, and offers what helps. */
  'servers/diagnose': method(serverRef).answers<void>(),
  /** Puts a redacted text about its failure on the clipboard, for an issue. */
  'servers/copyReport': method(serverRef).answers<void>(),
  'catalog/get': method(serverRef).answers<CatalogView>(),
  'selection/set': method(selection).answers<void>(),
  /** Asks the user for a tool of any server and selects it; false when closed without a choice. */
  'tools/goTo': method(nothing).answers<boolean>(),
  ...definitionsHostMethods,
  ...browseHostMethods,
  ...serverActivityMethods,
  ...lintHostMethods,
  ...conformanceHostMethods,
  ...sourceHostMethods,
  ...callsHostMethods,
  ...clientRequestHostMethods,
  ...savedCallsHostMethods,
  ...taskHostMethods,
  ...rawHostMethods,
  ...rootsHostMethods,
  ...signInHostMethods,
  ...appHostMethods,
  ...trafficHostMethods,
  ...knowledgeHostMethods,
  ...rulesHostMethods,
  ...trafficToolMethods,
  'text/copy': method(object({ text })).answers<void>(),
  'text/open': method(object({ text, language: oneOf('json', 'plaintext', 'markdown') })).answers<void>(),
} as const;
export type HostContract = typeof hostContract;

/** Notifications of the host to a webview. */
export const webviewContract = {
  'servers/changed': method(anything as Shape<ServersSnapshot>).answers<void>(),
  'catalog/changed': method(serverRef).answers<void>(),
  'selection/changed': method(selection).answers<void>(),
  /** Whether an Inspector in an editor is in view beside this page. */
  'wide/changed': method(object({ on: flag })).answers<void>(),
  ...browseWebviewMethods,
  ...conformanceWebviewMethods,
  ...callsWebviewMethods,
  ...clientRequestWebviewMethods,
  ...savedCallsWebviewMethods,
  ...taskWebviewMethods,
  ...trafficWebviewMethods,
  ...knowledgeWebviewMethods,
  ...rulesWebviewMethods,
  ...trafficToolNotes,
} as const;
export type WebviewContract = typeof webviewContract;

export interface Selection {
  readonly server?: string | undefined;
  readonly tool?: string | undefined;
  readonly resource?: string | undefined;
  readonly prompt?: string | undefined;
  /** Arguments to fill the tool's form with, once. */
  readonly args?: Readonly<Record<string, unknown>> | undefined;
}
