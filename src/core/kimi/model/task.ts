import type { ToolArguments } from '../../mcpServer/tool.ts';

export const missingPrompt = 'Missing required parameter: prompt';

export type TaskKind = 'analyze' | 'implement' | 'refactor' | 'verify';

/** What a Kimi run may do: use no files, read them, or change them. */
export type Access = 'none' | 'read' | 'write';

/** One call of a Kimi tool, with the defaults of its schema filled in. */
export interface KimiTask {
  readonly kind: TaskKind;
  readonly prompt: string;
  readonly files: readonly string[];
  readonly context?: string;
  readonly role: string;
  readonly constraints?: string;
  readonly requirements?: string;
  readonly safetyChecks: boolean;
}

export function readTask(kind: TaskKind, args: ToolArguments): KimiTask {
  const files = args['files'];
  return {
    kind,
    prompt: textOf(args['prompt']) ?? '',
    files: Array.isArray(files) ? files.filter((path) => typeof path === 'string') : [],
    role: textOf(args['role']) ?? 'general',
    safetyChecks: args['safety_checks'] !== false,
    ...optional('context', textOf(args['context'])),
    ...optional('constraints', textOf(args['constraints'])),
    ...optional('requirements', textOf(args['requirements'])),
  };
}

export function writes(kind: TaskKind): boolean {
  return kind === 'implement' || kind === 'refactor';
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

function optional<K extends string>(key: K, value: string | undefined): { readonly [key in K]?: string } {
  return value === undefined ? {} : ({ [key]: value } as { readonly [key in K]: string });
}
