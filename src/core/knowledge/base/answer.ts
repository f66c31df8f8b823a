import type { Found } from './knowledgeBase.ts';
import { cardWordsFor } from '../pattern/cardWords.ts';
import { type Reader, exampleFor } from '../pattern/example.ts';
import type { PatternExample, PatternSeverity, PatternSource } from '../../../contract/knowledge.ts';
import type { ShownPattern } from '../pattern/pattern.ts';
import { countTokens } from '../pattern/tokens.ts';

/** What `tmkb_query` answers, as structured content and as JSON text. */
export interface Answer {
  readonly pattern_count: number;
  readonly patterns: readonly (AgentEntry | HumanEntry)[];
  /** Relevant patterns that the budget left out; `tmkb_get` has them. */
  readonly dropped?: readonly string[];
  readonly note?: string;
}

interface AgentEntry {
  readonly id: string;
  readonly title: string;
  readonly severity: PatternSeverity;
  readonly cwe: readonly string[];
  readonly threat: string;
  readonly check: string;
  readonly fix: string;
  readonly score: number;
  /** Only where it is not the product's own: such text is as trustworthy as its author. */
  readonly source?: PatternSource;
  readonly code?: { readonly language: string; readonly good: string };
}

type HumanEntry = ShownPattern & { readonly score: number; readonly source?: PatternSource };

export const agentLimit = 3;
export const humanLimit = 10;
export const defaultMaxTokens = 500;
export const minMaxTokens = 200;
export const maxMaxTokens = 4000;

/** At most three, whole answer within the budget: patterns first, then one example in the caller's language. */
export function agentAnswer(found: readonly Found[], reader: Reader, maxTokens: number, context: string): Answer {
  if (found.length === 0) return nothingFound(context);
  const { kept, dropped } = fitting(found.slice(0, agentLimit).map(agentEntry), maxTokens);
  return withCode(found, kept, dropped, reader, maxTokens);
}

/** Drops patterns from the end until the rest fits; the first always stays. */
function fitting<T extends AgentEntry | HumanEntry>(
  entries: readonly T[],
  maxTokens: number,
): { readonly kept: readonly T[]; readonly dropped: readonly string[] } {
  for (let count = entries.length; count > 1; count--) {
    const [kept, dropped] = [entries.slice(0, count), entries.slice(count).map((entry) => entry.id)];
    if (fits(answerOf(kept, dropped), maxTokens)) return { kept, dropped };
  }
  return { kept: entries.slice(0, 1), dropped: entries.slice(1).map((entry) => entry.id) };
}

function withCode(
  found: readonly Found[],
  entries: readonly AgentEntry[],
  dropped: readonly string[],
  reader: Reader,
  maxTokens: number,
): Answer {
  for (const [at, entry] of entries.entries()) {
    const example = exampleFor(found[at]?.pattern, reader);
    if (!example) continue;
    const richer = answerOf(entries.with(at, { ...entry, code: codeOf(example) }), dropped);
    if (fits(richer, maxTokens)) return richer;
  }
  return answerOf(entries, dropped);
}

/** Everything, up to ten; a budget is kept only where one was asked for. */
export function humanAnswer(found: readonly Found[], maxTokens: number | undefined, context: string): Answer {
  if (found.length === 0) return nothingFound(context);
  const entries = found.slice(0, humanLimit).map(humanEntry);
  if (maxTokens === undefined) return answerOf(entries, []);
  const { kept, dropped } = fitting(entries, maxTokens);
  return answerOf(kept, dropped);
}

/** In the language of the question. */
function nothingFound(context: string): Answer {
  return { pattern_count: 0, patterns: [], note: cardWordsFor(context).nothingFound };
}

function answerOf(patterns: readonly (AgentEntry | HumanEntry)[], dropped: readonly string[]): Answer {
  return { pattern_count: patterns.length, patterns, ...(dropped.length > 0 && { dropped: [...dropped] }) };
}

function fits(answer: Answer, maxTokens: number): boolean {
  return countTokens(JSON.stringify(answer)) <= maxTokens;
}

function agentEntry({ pattern, score, source }: Found): AgentEntry {
  const { id, title, severity, cwe, threat, check, fix } = pattern;
  return { id, title, severity, cwe, threat, check, fix, score, ...(source !== 'builtin' && { source }) };
}

function humanEntry({ pattern, score, source }: Found): HumanEntry {
  return { ...pattern, score, ...(source !== 'builtin' && { source }) };
}

function codeOf({ language, good }: PatternExample): { readonly language: string; readonly good: string } {
  return { language, good: good.trimEnd() };
}
