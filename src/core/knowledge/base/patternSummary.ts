import type { PatternSource } from '../../../contract/knowledge.ts';
import type { ShownPattern } from '../pattern/pattern.ts';
import type { RankedSummary } from '../search/rank.ts';

/** What lists and ranking need of a pattern, without its texts. */
export interface PatternSummary extends RankedSummary {
  readonly title: string;
  readonly subcategory: string;
  readonly cwe: readonly string[];
  /** Languages that it has an example in. */
  readonly exampleLanguages: readonly string[];
  readonly source: PatternSource;
}

export function summaryOf(pattern: ShownPattern, files: readonly string[], source: PatternSource): PatternSummary {
  const { id, title, category, subcategory, severity, likelihood, cwe, languages, frameworks } = pattern;
  const exampleLanguages = [...new Set(pattern.examples.map((example) => example.language))];
  return {
    id,
    title,
    category,
    subcategory,
    severity,
    likelihood,
    cwe,
    languages,
    frameworks,
    files,
    exampleLanguages,
    source,
  };
}
