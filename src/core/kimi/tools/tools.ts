import type {
  ArgumentProblem,
  ServerTool,
  JsonSchema,
  RunTool,
  ToolAnnotations,
  ToolArguments,
} from '../../mcpServer/tool.ts';
import type { ServerHost } from '../../mcpServer/host.ts';
import { type TaskKind, missingPrompt } from '../model/task.ts';

// Names, titles, descriptions and parameters are part of the contract: tests assert them letter by letter.
// Nothing heavy may be imported here: every list of tools loads this file.

const outputSchema: JsonSchema = {
  type: 'object',
  properties: {
    text: { type: 'string', description: "Kimi's answer" },
    filesChanged: {
      type: 'array',
      items: { type: 'string' },
      description: 'Files that differ from before the run, relative to the workspace folder',
    },
    skippedFiles: {
      type: 'array',
      items: {
        type: 'object',
        properties: { path: { type: 'string' }, reason: { type: 'string' } },
        required: ['path', 'reason'],
      },
      description: 'Files that were asked for and not read',
    },
    backend: { type: 'string', description: 'What ran the task, such as kimi-code 2.1.0' },
    durationMs: { type: 'number' },
    usage: {
      type: 'object',
      properties: {
        inputTokens: { type: 'number' },
        outputTokens: { type: 'number' },
        cachedInputTokens: { type: 'number' },
      },
      required: ['inputTokens', 'outputTokens'],
    },
  },
  required: ['text', 'filesChanged', 'skippedFiles', 'backend', 'durationMs'],
};

const readOnly: ToolAnnotations = { readOnlyHint: true, openWorldHint: true };
const destructive: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: true,
};

export const kimiAnalyze = defineTool('analyze', {
  title: 'Analyze code with Kimi',
  description: 'Analyze code, files, or text using Kimi K2.5 with a specified analysis role.',
  annotations: readOnly,
  inputSchema: inputSchema({
    prompt: text('The analysis prompt or question'),
    files: paths('Optional file paths to include in analysis'),
    context: text('Optional additional context'),
    role: { ...text('Analysis role (e.g., security, performance)'), default: 'general' },
  }),
});

export const kimiImplement = defineTool('implement', {
  title: 'Implement with Kimi',
  description: 'Implement features or fixes autonomously using Kimi K2.5.',
  annotations: destructive,
  inputSchema: inputSchema({
    prompt: text('The implementation request'),
    files: paths('Optional file paths for context'),
    constraints: text('Optional implementation constraints'),
  }),
});

export const kimiRefactor = defineTool('refactor', {
  title: 'Refactor with Kimi',
  description: 'Refactor code with safety checks using Kimi K2.5.',
  annotations: destructive,
  inputSchema: inputSchema({
    prompt: text('The refactoring request'),
    files: paths('Files to refactor'),
    safety_checks: { type: 'boolean', description: 'Enable safety checks', default: true },
  }),
});

export const kimiVerify = defineTool('verify', {
  title: 'Verify with Kimi',
  description: 'Verify changes against requirements using Kimi K2.5.',
  annotations: readOnly,
  inputSchema: inputSchema({
    prompt: text('Verification criteria'),
    files: paths('Files to verify'),
    requirements: text('Requirements to verify against'),
  }),
});

function defineTool(
  kind: TaskKind,
  own: Pick<ServerTool, 'description' | 'annotations' | 'inputSchema'> & { readonly title: string },
): ServerTool {
  return {
    name: `kimi_${kind}`,
    ...own,
    outputSchema,
    longRunning: true,
    profiles: ['kimi'],
    load: (host) => loadTool(kind, own.title, host),
    explain,
  };
}

async function loadTool(kind: TaskKind, title: string, host: ServerHost): Promise<RunTool> {
  const { kimiTool } = await import('./kimiTool.ts');
  return kimiTool(kind, title, host);
}

function explain(problems: readonly ArgumentProblem[], _args: ToolArguments): string {
  if (problems.some((problem) => problem.keyword === 'required')) return missingPrompt;
  const lines = problems.map((problem) => `Invalid parameter '${problem.path.slice(1)}': ${problem.message}`);
  return [...new Set(lines)].join('\n');
}

function inputSchema(properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return { type: 'object', properties, required: ['prompt'] };
}

function text(description: string): JsonSchema {
  return { type: 'string', description };
}

function paths(description: string): JsonSchema {
  return { type: 'array', items: { type: 'string' }, description };
}
