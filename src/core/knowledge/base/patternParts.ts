import type { Pattern, ShownPattern } from '../pattern/pattern.ts';
import type { RankedSummary } from '../search/rank.ts';

/** A pattern in two parts: what every question needs of every pattern, without the names of fields, and the rest of one. */
export type Ranks = ReturnType<typeof ranksOf>;
export type Details = ReturnType<typeof detailsOf>;

/** Most patterns have one of a few lists of languages and of frameworks. */
export function ranksOf(patterns: readonly Pattern[]) {
  const lists: (readonly string[])[] = [];
  const keys = new Map<string, number>();
  const placeOf = (list: readonly string[]): number => {
    const place = keys.get(list.join()) ?? lists.push(list) - 1;
    keys.set(list.join(), place);
    return place;
  };
  const rows = patterns.map(({ id, category, severity, likelihood, languages, frameworks }) => {
    const places = [placeOf(languages), placeOf(frameworks)] as const;
    return [id, category, severity, likelihood, ...places] as const;
  });
  return { lists, rows };
}

export function detailsOf(pattern: Pattern) {
  const { id: _i, category: _c, severity: _s, likelihood: _l, languages: _n, frameworks: _f, ...more } = pattern;
  const { triggers: _t, ...details } = more;
  return details;
}

/** The files are asked for only where a question names one. */
export function rankedIn(
  { lists, rows }: Ranks,
  filesAt: (place: number) => readonly string[],
): readonly RankedSummary[] {
  return rows.map(([id, category, severity, likelihood, languagesAt, frameworksAt], place) => ({
    id,
    category,
    severity,
    likelihood,
    languages: lists[languagesAt] ?? [],
    frameworks: lists[frameworksAt] ?? [],
    get files() {
      return filesAt(place);
    },
  }));
}

export function shownWith(ranked: RankedSummary | undefined, { title, version, ...details }: Details): ShownPattern {
  if (!ranked) throw new Error('details of no pattern');
  const { id, category, severity, likelihood, languages, frameworks } = ranked;
  return { id, title, version, category, severity, likelihood, languages, frameworks, ...details };
}
