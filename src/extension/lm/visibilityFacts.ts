import * as vscode from 'vscode';
import { isRecord } from '../../base/json.ts';
import type { Core } from '../../core/app/core.ts';
import type { ServerEntry } from '../../core/config/model/model.ts';
import type { VisibilityFacts } from '../../core/gateway/exposure/agentVisibility.ts';
import { policySubject, policyVerdict } from '../../core/trust/policy.ts';
import { readExposeAs } from './agentSettings.ts';
import { readPolicy } from '../shell/policy.ts';

/** The facts about a server from VS Code's settings and this window. */
export function readVisibilityFacts(core: Core, id: string, entry: ServerEntry): VisibilityFacts {
  const chat = vscode.workspace.getConfiguration('chat.mcp');
  const verdict = policyVerdict(policySubject(entry), readPolicy());
  const isPending = core.server(id).state.value.kind === 'pending';
  return {
    trusted: vscode.workspace.isTrusted,
    ...(!verdict.allowed && { forbidden: verdict.message }),
    readsRootFile: chat.get('workspaceRootConfig.enabled') === true,
    discovers: namesOn(chat.get('discovery.enabled')),
    startsByHand: chat.get('autostart') === 'never',
    offered: !isOffered(core, id) ? 'no' : isPending ? 'pending' : 'yes',
  };
}

function isOffered({ gateway }: Core, id: string): boolean {
  return readExposeAs() !== 'off' && gateway.exposure.value.has(id);
}

/** A plain `true` turns all of them on. */
function namesOn(value: unknown): ReadonlySet<string> {
  const all = ['claude-desktop', 'windsurf', 'copilot', 'cursor-global', 'cursor-workspace'];
  if (value === true) return new Set(all);
  return new Set(isRecord(value) ? all.filter((name) => value[name] === true) : []);
}
