import { english } from '../../../base/l10n.ts';
import { open, realpath } from 'node:fs/promises';
import path from 'node:path';
import type { ServerHost } from '../../mcpServer/host.ts';
import { type RunTool, errorOutcome, textOutcome } from '../../mcpServer/tool.ts';
import { threeLines } from '../pattern/pattern.ts';
import { show } from './queryArguments.ts';
import { type PatternProblem, maxPatternBytes, readPattern } from '../pattern/readPattern.ts';
import { countTokens } from '../pattern/tokens.ts';
import { checkValidate } from './validateArguments.ts';

export function runValidate(host: ServerHost): RunTool {
  return async (args, { log }) => {
    const problem = checkValidate(args);
    if (problem) {
      log.error(problem.log);
      return errorOutcome(problem.text);
    }
    const { content, path: file } = args;
    const text = typeof content === 'string' ? content : await readAllowed(host, String(file));
    if (text === undefined) return errorOutcome(refusal(String(file)));
    const report = await validatePattern(text);
    return textOutcome(JSON.stringify(report), report);
  };
}

type Finding = Pick<PatternProblem, 'message' | 'path' | 'line' | 'column'>;

export interface ValidationReport {
  readonly valid: boolean;
  readonly id?: string;
  readonly line_tokens?: number;
  readonly errors: readonly Finding[];
  readonly warnings: readonly Finding[];
}

export async function validatePattern(text: string): Promise<ValidationReport> {
  const { pattern, problems } = await readPattern(text, english);
  const of = (severity: PatternProblem['severity']): readonly Finding[] =>
    problems
      .filter((problem) => problem.severity === severity)
      .map(({ message, path: field, line, column }) => ({ message, path: field, line, column }));
  return {
    valid: pattern !== undefined,
    ...(pattern && { id: pattern.id, line_tokens: countTokens(threeLines(pattern)) }),
    errors: of('error'),
    warnings: of('warning'),
  };
}

/** The same text for missing and forbidden files: the tool must not reveal what exists outside. */
function refusal(file: string): string {
  return `Cannot read '${show(file)}'. Give a .yaml file of at most ${maxPatternBytes} bytes inside a trusted workspace or ~/.tmkb`;
}

async function readAllowed(host: ServerHost, file: string): Promise<string | undefined> {
  const roots = [path.join(host.homeDir, '.tmkb'), ...(host.trusted() ? host.folders() : [])];
  const wanted = path.resolve(roots[1] ?? roots[0] ?? '', file);
  const real = await realpath(wanted).catch(() => undefined);
  if (real === undefined || !/\.ya?ml$/i.test(real)) return undefined;
  const realRoots = await Promise.all(roots.map((root) => realpath(root).catch(() => undefined)));
  return realRoots.some((root) => root !== undefined && isInside(root, real)) ? readWhole(real) : undefined;
}

function isInside(root: string, file: string): boolean {
  const relative = path.relative(root, file);
  return relative !== '' && !relative.startsWith('..') && !path.isAbsolute(relative);
}

async function readWhole(file: string): Promise<string | undefined> {
  const handle = await open(file, 'r').catch(() => undefined);
  if (!handle) return undefined;
  try {
    const found = await handle.stat();
    return found.isFile() && found.size <= maxPatternBytes ? await handle.readFile('utf8') : undefined;
  } finally {
    await handle.close();
  }
}
