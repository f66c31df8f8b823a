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
  /** The server was seen to require a sign-in, and whether it says where (RFC 9728). */
  readonly signsIn?: 'says-where' | 'does-not-say';
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
  | 'unresolved'
  | 'cannot-sign-in'
  | 'workspace-file'
  | 'not-forwarded';

/** What the agent does not get, though the server is visible. */
export type VisibilityLoss =
  | 'envFile'
  | 'sandbox'
  | 'oauth'
  | 'signsInAgain'
  | 'dev'
  | '${workspaceFolder}'
  | 'startedByHand';

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
  const direct = harness === 'local' ? locally(entry, facts) : agentHostVisibility(entry, facts);
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

type AgentHostFacts = Partial<Pick<VisibilityFacts, 'discovers' | 'signsIn'>>;

/** What Copilot's agent gets of an entry by itself: the language server tells it while the file is edited. */
export function agentHostVisibility(entry: ServerEntry, facts: AgentHostFacts = {}): AgentVisibility {
  const delivered = deliveryOf(entry, facts);
  if (!delivered.seen || facts.signsIn === undefined) return delivered;
  // Its own sign-in finds the authorization server by the metadata of the server alone; ours counts for nothing there.
  if (facts.signsIn === 'does-not-say') return no('agentHost', 'cannot-sign-in', [offer]);
  return { ...delivered, losses: [...delivered.losses, 'signsInAgain'], fixes: [offer] };
}

function deliveryOf(entry: ServerEntry, { discovers }: AgentHostFacts): AgentVisibility {
  const { kind } = entry.source;
  if (entry.launch.kind === 'ws') return no('agentHost', 'websocket', [offer]);
  if (isRootFile(entry) || kind === 'copilotCli') return asWritten(entry, 'read-natively', []);
  if (kind === 'codeWorkspace') return no('agentHost', 'workspace-file', [offer]);
  if (kind === 'devcontainer') return no('agentHost', 'container-only', [offer]);
  if (kind === 'vscode')
    return mentions(entry, /^(input|command)$/)
      ? no('agentHost', 'needs-user-input', [offer])
      : yes('agentHost', 'forwarded', forwardingLosses(entry));
  const isForwarded = kind === 'user' || (isUsersOwn(entry) && discovers?.has(discoveryNames[kind]?.(entry) ?? ''));
  return isForwarded
    ? asWritten(entry, 'forwarded', forwardingLosses(entry))
    : no('agentHost', 'not-forwarded', [offer]);
}

/** Forwarded as literal text: Copilot's own runtime fills in `${VAR}` and `${VAR:-x}`, and nothing else. */
function asWritten(entry: ServerEntry, reason: VisibilityReason, losses: readonly VisibilityLoss[]): AgentVisibility {
  const isUnresolved = findReferences(JSON.stringify(entry.launch)).some(
    ({ name, argument }) => (argument !== undefined && !argument.startsWith('-')) || editorVariables.test(name),
  );
  return isUnresolved ? no('agentHost', 'unresolved', [offer]) : yes('agentHost', reason, losses);
}

const editorVariables =
  /^(?:workspaceFolder|workspaceFolderBasename|userHome|pathSeparator|cwd|file\w*|relativeFile\w*)$/;

function isUsersOwn({ source }: ServerEntry): boolean {
  return source.folder === undefined && ['claudeDesktop', 'windsurf', 'cursor'].includes(source.kind);
}

function forwardingLosses({ launch, options, raw }: ServerEntry): readonly VisibilityLoss[] {
  return [
    ...(launch.kind === 'stdio' && launch.envFile !== undefined ? (['envFile'] as const) : []),
    ...(options.sandboxEnabled ? (['sandbox'] as const) : []),
    ...(launch.kind !== 'stdio' && launch.oauth !== undefined ? (['oauth'] as const) : []),
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
