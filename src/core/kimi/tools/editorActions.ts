import { l10n } from '../../../base/l10n.ts';
import { isRecord } from '../../../base/json.ts';
import type { ToolArguments, ToolOutcome } from '../../mcpServer/tool.ts';

/** What the editor's commands give the tools. Pure, so that a command is one line in the extension. */
export interface EditorSelection {
  /** Absolute path, or the name of a document that has none yet. */
  readonly path: string;
  readonly onDisk: boolean;
  readonly text: string;
  /** Lines from 1; absent where nothing is selected. */
  readonly selection?: { readonly startLine: number; readonly endLine: number; readonly text: string };
}

const askFile = 'Analyze this file: what it does, what is wrong with it, and what to improve first.';
const askSelection = 'Analyze this part: what it does, what is wrong with it, and what to improve first.';

/** Analyze the selection, or else the file. What is not on disk, or not as on disk, goes in as text. */
export function analyzeArguments(place: EditorSelection, role: string, question?: string): ToolArguments {
  const { selection, path, onDisk, text } = place;
  if (selection !== undefined) {
    const where = `${path}, lines ${selection.startLine} to ${selection.endLine}:\n${selection.text}`;
    return { prompt: question ?? askSelection, role, context: where, ...(onDisk && { files: [path] }) };
  }
  if (onDisk) return { prompt: question ?? askFile, role, files: [path] };
  return { prompt: question ?? askFile, role, context: `${path}:\n${text}` };
}

export function verifyArguments(paths: readonly string[], requirements: string): ToolArguments {
  const prompt = 'Check every requirement. Say for each whether it holds, with the place that shows it.';
  return { prompt, requirements, ...(paths.length > 0 && { files: paths }) };
}

export function refactorArguments(paths: readonly string[], request: string, safetyChecks = true): ToolArguments {
  return { prompt: request, safety_checks: safetyChecks, ...(paths.length > 0 && { files: paths }) };
}

export function implementArguments(paths: readonly string[], request: string, constraints?: string): ToolArguments {
  return { prompt: request, ...(paths.length > 0 && { files: paths }), ...(constraints && { constraints }) };
}

/** The answer as a document: Kimi's text unchanged, followed by its origin. */
export function answerDocument(title: string, outcome: ToolOutcome): string {
  const text = textOf(outcome);
  const facts = isRecord(outcome.structuredContent) ? describeFacts(outcome.structuredContent) : '';
  return [`# ${outcome.isError ? l10n.t('{0} (failed)', title) : title}`, text, facts]
    .filter(Boolean)
    .join('\n\n')
    .concat('\n');
}

function textOf({ content }: ToolOutcome): string {
  return content
    .filter((part) => part.type === 'text')
    .map((part) => String(part['text' as never]))
    .join('\n\n');
}

function describeFacts({ backend, durationMs, usage }: Record<string, unknown>): string {
  const seconds = typeof durationMs === 'number' ? [`${(durationMs / 1000).toFixed(1)} s`] : [];
  const tokens = isRecord(usage)
    ? [l10n.t('{0} input tokens, {1} output tokens', String(usage['inputTokens']), String(usage['outputTokens']))]
    : [];
  return `---\n${[String(backend), ...seconds, ...tokens].join(' · ')}`;
}
