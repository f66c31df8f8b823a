import type { Explanation, ToolArguments } from '../../mcpServer/tool.ts';
import type { PatternSummary } from '../base/patternSummary.ts';
import { categories, languages } from '../pattern/pattern.ts';
import { same, show, unknownParameter } from './queryArguments.ts';

const listParameters = ['category', 'language', 'cwe', 'limit', 'offset'] as const;
export const defaultListLimit = 50;
export const maxListLimit = 500;

interface ListArguments {
  readonly category?: string;
  readonly language?: string;
  /** Such as `CWE-639`. */
  readonly cwe?: string;
  readonly limit: number;
  readonly offset: number;
}

type CheckedList =
  | { readonly ok: true; readonly list: ListArguments }
  | { readonly ok: false; readonly problem: Explanation };

export function checkList(args: ToolArguments): CheckedList {
  const problem =
    checkChoice('category', args['category'], categories, 'Supported categories') ??
    checkChoice('language', args['language'], languages, 'Supported languages') ??
    checkCwe(args['cwe']) ??
    checkNumber('limit', args['limit'], 1, maxListLimit) ??
    checkNumber('offset', args['offset'], 0, 1_000_000) ??
    unknownParameter(args, listParameters);
  return problem ? { ok: false, problem } : { ok: true, list: toList(args) };
}

function toList({ category, language, cwe, limit, offset }: ToolArguments): ListArguments {
  return {
    limit: typeof limit === 'number' ? limit : defaultListLimit,
    offset: typeof offset === 'number' ? offset : 0,
    ...(typeof category === 'string' && { category }),
    ...(typeof language === 'string' && { language }),
    ...(typeof cwe === 'string' && { cwe: `CWE-${cwe.replace(/^cwe-?/i, '')}` }),
  };
}

function checkChoice(name: string, value: unknown, allowed: readonly string[], list: string): Explanation | undefined {
  if (value === undefined || (typeof value === 'string' && allowed.includes(value))) return undefined;
  return same(`Invalid ${name} '${show(value)}'. ${list}: ${allowed.join(', ')}`);
}

function checkCwe(value: unknown): Explanation | undefined {
  if (value === undefined || (typeof value === 'string' && /^(?:cwe-?)?\d{1,5}$/i.test(value))) return undefined;
  return same(`Invalid cwe '${show(value)}'. Give a number such as 'CWE-639'`);
}

function checkNumber(name: string, value: unknown, least: number, most: number): Explanation | undefined {
  if (value === undefined || (Number.isInteger(value) && (value as number) >= least && (value as number) <= most))
    return undefined;
  return same(`Invalid ${name} '${show(value)}'. Supported values: ${least} to ${most}`);
}

export interface PatternList {
  readonly pattern_count: number;
  readonly total: number;
  readonly patterns: readonly Pick<PatternSummary, 'id' | 'title' | 'category' | 'severity' | 'cwe'>[];
  readonly next_offset?: number;
}

export function listPatterns(
  cards: readonly PatternSummary[],
  { category, language, cwe, limit, offset }: ListArguments,
): PatternList {
  const fitting = cards
    .filter((card) => category === undefined || card.category === category)
    .filter((card) => language === undefined || concerns(card, language))
    .filter((card) => cwe === undefined || card.cwe.includes(cwe));
  const patterns = fitting.slice(offset, offset + limit).map(entryOf);
  const next = offset + patterns.length;
  return {
    pattern_count: patterns.length,
    total: fitting.length,
    patterns,
    ...(next < fitting.length && { next_offset: next }),
  };
}

function concerns({ languages }: PatternSummary, language: string): boolean {
  return languages.includes('any') || languages.includes(language);
}

function entryOf({ id, title, category, severity, cwe, source }: PatternSummary): PatternList['patterns'][number] {
  return { id, title, category, severity, cwe, ...(source !== 'builtin' && { source }) };
}
