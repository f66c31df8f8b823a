import * as vscode from 'vscode';
import { isRecord } from '../../base/json.ts';
import type { ToolResult } from '../../core/servers/model/server.ts';
import type { App } from '../shell/app.ts';
import { readExposeAs } from './agentSettings.ts';
import { allowWriteOnce } from '../kimi/writeConsent.ts';
import { withSignal } from '../shell/withSignal.ts';

/** Calls the embedded server as any client does, so that the call is in Traffic like every other. */
export async function callContributedTool(
  { core }: App,
  name: string,
  input: Readonly<Record<string, unknown>>,
  token: vscode.CancellationToken,
): Promise<vscode.LanguageModelToolResult> {
  assertOffered();
  const consent = allowWriteOnce(name, input); // the user, or the user's rule, has consented to what the chat showed
  try {
    const result = await withSignal(token, (signal) => core.server(core.embeddedId).callTool(name, input, { signal }));
    if (result.isError) throw new Error(textOf(result)); // VS Code reports the failure to the model
    return new vscode.LanguageModelToolResult(result.content.map(toPart));
  } finally {
    consent.dispose();
  }
}

/** `when` hides a tool from agents but not from other extensions, which can call it all the same. */
function assertOffered(): void {
  if (!vscode.workspace.isTrusted) throw new Error(vscode.l10n.t('This action requires a trusted workspace.'));
  if (readExposeAs() !== 'tools')
    throw new Error(vscode.l10n.t('The tools of MCP Switchboard are not exposed as extension tools.'));
}

function textOf({ content }: ToolResult): string {
  return content.map((part) => (isRecord(part) && typeof part['text'] === 'string' ? part['text'] : '')).join('\n');
}

function toPart(part: unknown): vscode.LanguageModelTextPart | vscode.LanguageModelDataPart {
  const { type, text, data, mimeType } = isRecord(part) ? part : {};
  if (type === 'image' && typeof data === 'string' && typeof mimeType === 'string')
    return vscode.LanguageModelDataPart.image(Buffer.from(data, 'base64'), mimeType);
  return new vscode.LanguageModelTextPart(type === 'text' && typeof text === 'string' ? text : JSON.stringify(part));
}
