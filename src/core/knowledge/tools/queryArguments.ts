import { clip } from '../../../base/json.ts';
import type { Explanation, ToolArguments } from '../../mcpServer/tool.ts';
import { maxMaxTokens, minMaxTokens } from '../base/answer.ts';
import { frameworks, languages } from '../pattern/pattern.ts';

export const maxContextLength = 10_000;
export const verbosities = ['agent', 'human'] as const;
const queryParameters = ['context', 'language', 'framework', 'verbosity', 'max_tokens'] as const;

/** Arguments of `tmkb_query`, checked. */
export interface QueryArguments {
  readonly context: string;
  readonly language?: string;
  readonly framework?: string;
  readonly verbosity: (typeof verbosities)[number];
  readonly maxTokens?: number;
}

type CheckedQuery =
  | { readonly ok: true; readonly query: QueryArguments }
  | { readonly ok: false; readonly problem: Explanation };

/** The documented texts, in the documented order: context, language, framework, verbosity, then the rest. */
export function checkQuery(args: ToolArguments): CheckedQuery {
  const problem =
    checkContext(args['context']) ??
    checkChoice('language', args['language'], languages, 'Supported languages') ??
    checkChoice('framework', args['framework'], frameworks, 'Supported frameworks') ??
    checkChoice('verbosity', args['verbosity'], verbosities, 'Supported values') ??
    checkMaxTokens(args['max_tokens']) ??
    unknownParameter(args, queryParameters);
  return problem ? { ok: false, problem } : { ok: true, query: toQuery(args) };
}

function toQuery(args: ToolArguments): QueryArguments {
  const { context, language, framework, verbosity, max_tokens } = args;
  return {
    context: context as string,
    verbosity: (verbosity as QueryArguments['verbosity'] | undefined) ?? 'agent',
    ...(language !== undefined && { language: language as string }),
    ...(framework !== undefined && { framework: framework as string }),
    ...(max_tokens !== undefined && { maxTokens: max_tokens as number }),
  };
}

function checkContext(context: unknown): Explanation | undefined {
  if (context === undefined) return same('context parameter is required');
  if (typeof context !== 'string') return same('context must be a string');
  if (context.trim() === '') return same('context must be non-empty');
  if (isLonger(context, maxContextLength))
    return same(`context exceeds maximum length of ${maxContextLength} characters`);
  return undefined;
}

/** Characters as users count them: a surrogate pair is one. */
function isLonger(text: string, limit: number): boolean {
  return text.length > limit && (text.length > limit * 2 || [...text].length > limit);
}

function checkChoice(name: string, value: unknown, allowed: readonly string[], list: string): Explanation | undefined {
  if (value === undefined || (typeof value === 'string' && allowed.includes(value))) return undefined;
  const shown = show(value);
  return {
    text: `Invalid ${name} '${shown}'. ${list}: ${allowed.join(', ')}`,
    log: `Invalid ${name} parameter: ${shown}`,
  };
}

function checkMaxTokens(value: unknown): Explanation | undefined {
  if (value === undefined) return undefined;
  if (Number.isInteger(value) && (value as number) >= minMaxTokens && (value as number) <= maxMaxTokens)
    return undefined;
  const shown = show(value);
  const text = `Invalid max_tokens '${shown}'. Supported values: ${minMaxTokens} to ${maxMaxTokens}`;
  return { text, log: `Invalid max_tokens parameter: ${shown}` };
}

/** Of several unknown names the first in order, so that the same call always gets the same answer. */
export function unknownParameter(args: ToolArguments, supported: readonly string[]): Explanation | undefined {
  const unknown = Object.keys(args)
    .filter((name) => !supported.includes(name))
    .toSorted()[0];
  if (unknown === undefined) return undefined;
  return same(`Unknown parameter '${show(unknown)}'. Supported parameters: ${supported.join(', ')}`);
}

export function same(text: string): Explanation {
  return { text, log: text };
}

/** A caller's value in an error text: short, on one line, without control characters. */
export function show(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? typeof value);
  return clip(text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' '), 80);
}
