import { clip } from '../../../base/json.ts';
import type { BackendFailure, BackendId } from '../model/backend.ts';
import type { FileChange } from '../changes/changes.ts';
import { hintFor } from '../backends/failures.ts';
import type { SkippedFile } from '../prompt/files.ts';
import type { Redact } from './redaction.ts';
import { type ToolOutcome, errorOutcome } from '../../mcpServer/tool.ts';

const longestPrompt = 200_000;

export function failureText(id: BackendId, { kind, output }: BackendFailure): string {
  const who = id === 'moonshot-api' ? 'Kimi API error' : id === 'vscode-lm' ? 'Language model error' : 'Kimi CLI error';
  const hint = id === 'vscode-lm' ? undefined : hintFor(kind);
  return [`${who}: ${output}`, hint].filter(Boolean).join('\n\n');
}

const cancelledMetaKey = 'mcp-switchboard/cancelled';

/** The user ended the run; `changed` lists what it had changed until then. */
export function cancelledOutcome(changed = ''): ToolOutcome {
  const outcome = errorOutcome(joinTexts('Cancelled by the user.', changed));
  return changed === '' ? { ...outcome, _meta: { [cancelledMetaKey]: true } } : outcome;
}

/** Ended by the user without a result. */
export function wasCancelled({ _meta }: ToolOutcome): boolean {
  return _meta?.[cancelledMetaKey] === true;
}

export function timeoutText(timeoutMs: number): string {
  return `Tool execution timed out after ${timeoutMs / 1000}s`;
}

export function unknownRole(role: string, roles: readonly string[]): string {
  return `Unknown role '${role}'. Supported roles: ${roles.join(', ')}`;
}

export function skippedLines(skipped: readonly SkippedFile[]): string {
  return skipped.map(({ path, reason }) => `Skipped: ${path} (${reason})`).join('\n');
}

export function changedLines(changes: readonly FileChange[]): string {
  return changes.map(({ path, kind }) => `Changed: ${path} (${kind})`).join('\n');
}

/** No backend can run the task: how to fix that, and the task itself, so that the calling model can continue. */
export function setupText(reasons: readonly string[], write: boolean, prompt: string, redact: Redact): string {
  const api = write ? [] : ['- Or set MOONSHOT_API_KEY, or store a Moonshot key in MCP Switchboard.'];
  return [
    'Kimi is not available here, so nothing was run.',
    [
      'To set it up:',
      '- Install the Kimi CLI with `npm install -g @moonshot-ai/kimi-code` (Node 22.19 or later), then run `kimi` once and use /login.',
      ...api,
      '- `switchboard doctor kimi` shows what was found.',
    ].join('\n'),
    redact(['What was tried:', ...reasons.map((reason) => `- ${reason}`)].join('\n')),
    `Until then you can do the task yourself. This is what Kimi would have been given:\n\n${clip(redact(prompt), longestPrompt)}`,
  ].join('\n\n');
}

export function joinTexts(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join('\n\n');
}
