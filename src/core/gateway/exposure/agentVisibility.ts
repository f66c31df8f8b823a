import { findReferences } from '../../config/model/references.ts';
import type { ConfigKind, ServerEntry } from '../../config/model/model.ts';

/** The two ways in which Copilot runs an agent; they are given servers by different rules. */
export type CopilotHarness = 'local' | 'agentHost';

/** What decides, beside the entry itself. */
export interface VisibilityFacts {
  readonly trusted: boolean;
  /** Why a policy keeps the server out; absent where none does. */
  readonly forbidden?: string;
  /** `chat.mcp.workspaceRootConfig.enabled`. */
  readonly readsRootFile: boolean;
  /** The names that are on in `chat.mcp.discovery.enabled`. */
  readonly discovers: ReadonlySet<string>;
  /** `chat.mcp.autostart` is `never`. */
  readonly startsByHand: boolean;
  /** Offered through the gateway, and whether it waits for approval. */
  readonly offered: 'no' | 'pending' | 'yes';
}

export type VisibilityReason =
  | 'read-by-vscode'
  | 'read-natively'
  | 'forwarded'
  | 'through-switchboard'
  | 'waits-for-approval'
  | 'workspace-untrusted'
  | 'policy'
  | 'not-read'
  | 'root-file-off'
  | 'discovery-off'
  | 'container-only'
  | 'websocket'
  | 'needs-user-input'
  | 'workspace-file'
  | 'not-forwarded';

/** What the agent does not get, though the server is visible. */
export type VisibilityLoss = 'envFile' | 'sandbox' | 'oauth.clientId' | 'dev' | '${workspaceFolder}' | 'startedByHand';

export type VisibilityFix =
  | { readonly kind: 'offer' }
  | { readonly kind: 'approve' }
  | { readonly kind: 'trust' }
  | { readonly kind: 'setting'; readonly key: string; readonly name?: string };

export interface AgentVisibility {
  readonly harness: CopilotHarness;
  readonly seen: boolean;
  readonly reason: VisibilityReason;
  readonly losses: readonly VisibilityLoss[];
  /** The policy's own words. */
  readonly detail?: string;
  readonly fixes: readonly VisibilityFix[];
}

/** Whether each harness sees the server, with the reason and the remedy. */
export function agentVisibilityOf(entry: ServerEntry, facts: VisibilityFacts): readonly AgentVisibility[] {
  return (['local', 'agentHost'] as const).map((harness) => visibilityIn(harness, entry, facts));
}

const offer: VisibilityFix = { kind: 'offer' };

function visibilityIn(harness: CopilotHarness, entry: ServerEntry, facts: VisibilityFacts): AgentVisibility {
  const { forbidden, offered } = facts;
  if (forbidden !== undefined) return { ...no(harness, 'policy', []), detail: forbidden };
  if (!facts.trusted) return no(harness, 'workspace-untrusted', [{ kind: 'trust' }]);
  const direct = harness === 'local' ? locally(entry, facts) : agentHostVisibility(entry);
  if (direct.seen || offered === 'no') return direct;
  if (offered === 'pending') return no(harness, 'waits-for-approval', [{ kind: 'approve' }]);
  return yes(harness, 'through-switchboard', byHand(harness, facts));
}

/** The names of `chat.mcp.discovery.enabled`; a file outside the folders is the user's own. */
const discoveryNames: Partial<Record<ConfigKind, (entry: ServerEntry) => string>> = {
  claudeDesktop: () => 'claude-desktop',
  windsurf: () => 'windsurf',
  copilotCli: () => 'copilot',
  cursor: ({ source }) => (source.folder ? 'cursor-workspace' : 'cursor-global'),
};

function locally(entry: ServerEntry, facts: VisibilityFacts): AgentVisibility {
  const { kind } = entry.source;
  if (entry.launch.kind === 'ws') return no('local', 'websocket', [offer]);
  const losses = byHand('local', facts);
  if (kind === 'vscode' || kind === 'user' || kind === 'codeWorkspace') return yes('local', 'read-by-vscode', losses);
  if (kind === 'devcontainer') return no('local', 'container-only', [offer]);
  if (isRootFile(entry)) return ofRootFile(entry, facts, losses);
  const name = discoveryNames[kind]?.(entry);
  if (name === undefined) return no('local', 'not-read', [offer]);
  if (facts.discovers.has(name)) return yes('local', 'read-by-vscode', losses);
  return no('local', 'discovery-off', [{ kind: 'setting', key: 'chat.mcp.discovery.enabled', name }, offer]);
}

function ofRootFile(entry: ServerEntry, facts: VisibilityFacts, losses: readonly VisibilityLoss[]): AgentVisibility {
  const key = 'chat.mcp.workspaceRootConfig.enabled';
  if (!facts.readsRootFile) return no('local', 'root-file-off', [{ kind: 'setting', key }, offer]);
  // VS Code reads this file without filling in its variables.
  const folder = mentions(entry, /^workspaceFolder/) ? (['${workspaceFolder}'] as const) : [];
  return yes('local', 'read-by-vscode', [...losses, ...folder]);
}

/** What Copilot's agent gets of an entry by itself: the language server tells it while the file is edited. */
export function agentHostVisibility(entry: ServerEntry): AgentVisibility {
  const { kind } = entry.source;
  if (entry.launch.kind === 'ws') return no('agentHost', 'websocket', [offer]);
  if (isRootFile(entry) || kind === 'copilotCli') return yes('agentHost', 'read-natively', []);
  if (kind === 'codeWorkspace') return no('agentHost', 'workspace-file', [offer]);
  if (kind === 'devcontainer') return no('agentHost', 'container-only', [offer]);
  if (kind !== 'vscode' && kind !== 'user') return no('agentHost', 'not-forwarded', [offer]);
  if (mentions(entry, /^(input|command)$/)) return no('agentHost', 'needs-user-input', [offer]);
  return yes('agentHost', 'forwarded', forwardingLosses(entry));
}

function forwardingLosses({ launch, options, raw }: ServerEntry): readonly VisibilityLoss[] {
  return [
    ...(launch.kind === 'stdio' && launch.envFile !== undefined ? (['envFile'] as const) : []),
    ...(options.sandboxEnabled ? (['sandbox'] as const) : []),
    ...(launch.kind !== 'stdio' && launch.oauth?.clientId !== undefined ? (['oauth.clientId'] as const) : []),
    ...(raw['dev'] === undefined ? [] : (['dev'] as const)),
  ];
}

/** `.mcp.json`; a plain `mcp.json` beside it is read by Switchboard only. */
function isRootFile({ source }: ServerEntry): boolean {
  return source.kind === 'mcpJson' && /[/\\]\.mcp\.json$/.test(source.file);
}

function mentions({ launch }: ServerEntry, names: RegExp): boolean {
  return findReferences(JSON.stringify(launch)).some(({ name }) => names.test(name));
}

function byHand(harness: CopilotHarness, { startsByHand }: VisibilityFacts): readonly VisibilityLoss[] {
  return harness === 'local' && startsByHand ? ['startedByHand'] : [];
}

function yes(harness: CopilotHarness, reason: VisibilityReason, losses: readonly VisibilityLoss[]): AgentVisibility {
  return { harness, seen: true, reason, losses, fixes: [] };
}

function no(harness: CopilotHarness, reason: VisibilityReason, fixes: readonly VisibilityFix[]): AgentVisibility {
  return { harness, seen: false, reason, losses: [], fixes };
}

/** VS Code runs the server itself from its own file: offering it too would show every tool twice. */
export function isRunByVscode(entry: ServerEntry, facts: VisibilityFacts): boolean {
  const local = locally(entry, facts);
  return local.seen && facts.trusted && facts.forbidden === undefined;
}
