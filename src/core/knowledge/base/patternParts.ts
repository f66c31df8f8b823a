import type { Pattern, ShownPattern } from '../pattern/pattern.ts';
import { type PatternSummary, summaryOf } from './patternSummary.ts';

/** A card without the names of its fields, which take as long to read as all that is in them. */
export type CardRow = ReturnType<typeof cardRow>;

/** What a card does not hold. */
export type Details = ReturnType<typeof detailsOf>;

export function cardRow(pattern: Pattern) {
  const { id, title, category, subcategory, severity, likelihood, ...lists } = summaryOf(pattern, 'builtin');
  const { cwe, languages, frameworks, files, exampleLanguages } = lists;
  const row = [id, title, category, subcategory, severity, likelihood] as const;
  return [...row, cwe, languages, frameworks, files, exampleLanguages] as const;
}

export function cardOf(row: CardRow): PatternSummary {
  const [id, title, category, subcategory, severity, likelihood, ...lists] = row;
  const [cwe, languages, frameworks, files, exampleLanguages] = lists;
  const names = { id, title, category, subcategory, severity, likelihood };
  return { ...names, cwe, languages, frameworks, files, exampleLanguages, source: 'builtin' };
}

export function detailsOf(pattern: Pattern) {
  const { id: _id, title: _title, category: _c, subcategory: _s, severity: _v, likelihood: _l, ...more } = pattern;
  const { cwe: _w, languages: _n, frameworks: _f, triggers: _t, ...details } = more;
  return details;
}

export function shownWith(card: PatternSummary | undefined, details: Details): ShownPattern {
  if (!card) throw new Error('details of no pattern');
  const { source: _source, files: _files, exampleLanguages: _examples, ...shown } = card;
  return { ...shown, ...details };
}
