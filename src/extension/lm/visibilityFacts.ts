import * as vscode from 'vscode';
import { isRecord } from '../../base/json.ts';
import type { Core } from '../../core/app/core.ts';
import type { ServerEntry } from '../../core/config/model/model.ts';
import type { VisibilityFacts } from '../../core/gateway/exposure/agentVisibility.ts';
import type { ManagedServer } from '../../core/servers/model/server.ts';
import { type McpPolicy, policySubject, policyVerdict } from '../../core/trust/policy.ts';
import { readExposeAs } from './agentSettings.ts';
import { readPolicy } from '../shell/policy.ts';

/** What the settings and the trust of this window say for all servers. */
export interface WindowFacts extends Pick<VisibilityFacts, 'trusted' | 'readsRootFile' | 'discovers' | 'startsByHand'> {
  readonly policy: McpPolicy;
  /** Agents are offered tools at all. */
  readonly exposes: boolean;
}

/** Each setting is searched in every layer: the rows of a tree are drawn with one reading. */
export function readWindowFacts(): WindowFacts {
  const chat = vscode.workspace.getConfiguration('chat.mcp');
  return {
    trusted: vscode.workspace.isTrusted,
    policy: readPolicy(),
    readsRootFile: chat.get('workspaceRootConfig.enabled') === true,
    discovers: namesOn(chat.get('discovery.enabled')),
    startsByHand: chat.get('autostart') === 'never',
    exposes: readExposeAs() !== 'off',
  };
}

/** The facts about a server from VS Code's settings and this window. */
export function readVisibilityFacts(
  core: Core,
  id: string,
  entry: ServerEntry,
  window = readWindowFacts(),
): VisibilityFacts {
  const { policy, exposes, ...facts } = window;
  const verdict = policyVerdict(policySubject(entry), policy);
  const isPending = core.server(id).state.value.kind === 'pending';
  const isOffered = exposes && core.gateway.exposure.value.has(id);
  return {
    ...facts,
    ...(!verdict.allowed && { forbidden: verdict.message }),
    offered: !isOffered ? 'no' : isPending ? 'pending' : 'yes',
    ...signInFact(core.server(id)),
  };
}

/** What its own refusal has shown in this session. */
function signInFact({ signInSteps }: ManagedServer): Pick<VisibilityFacts, 'signsIn'> {
  if (!signInSteps.some(({ kind }) => kind === 'challenge')) return {};
  const saysWhere = signInSteps.some(({ kind, status }) => kind === 'resourceMetadata' && status === 200);
  return { signsIn: saysWhere ? 'says-where' : 'does-not-say' };
}

/** A plain `true` turns all of them on. */
function namesOn(value: unknown): ReadonlySet<string> {
  const all = ['claude-desktop', 'windsurf', 'copilot', 'cursor-global', 'cursor-workspace'];
  if (value === true) return new Set(all);
  return new Set(isRecord(value) ? all.filter((name) => value[name] === true) : []);
}
