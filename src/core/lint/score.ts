import type { LintFinding, LintScore, LintSeverity } from '../../contract/lint.ts';

/** What a rule costs where it finds something in every tool; one finding costs a part of it. */
const whole: Readonly<Record<LintSeverity, number>> = { error: 40, warning: 12, info: 3 };
const least: Readonly<Record<LintSeverity, number>> = { error: 10, warning: 1, info: 0 };

/** A rule that finds something in one of a hundred tools costs less than one that does in all of them. */
export function scoreOf(findings: readonly LintFinding[], tools: number): LintScore {
  const byRule = Map.groupBy(findings, ({ rule }) => rule);
  const lost = [...byRule].map(([rule, found]) => {
    const { severity } = found[0]!;
    const subjects = new Set(found.map(({ subject }) => subject)).size;
    const share = Math.min(1, subjects / Math.max(1, tools));
    return {
      rule,
      points: round(least[severity] + (whole[severity] - least[severity]) * share),
      findings: found.length,
    };
  });
  lost.sort((a, b) => b.points - a.points);
  const score = Math.max(0, round(100 - lost.reduce((sum, { points }) => sum + points, 0)));
  return { score, lost };
}

const round = (points: number): number => Math.round(points * 10) / 10;
