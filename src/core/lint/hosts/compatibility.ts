import type { HostVerdict, LintFinding } from '../../../contract/lint.ts';
import { type Host, hosts } from './hosts.ts';

const shownSubjects = 20;

/** Which clients will refuse or lose what, by the findings. */
export function compatibilityOf(findings: readonly LintFinding[]): readonly HostVerdict[] {
  const byRule = Map.groupBy(findings, ({ rule }) => rule);
  return hosts.map((host) => verdictOf(host, byRule));
}

function verdictOf({ name, statements }: Host, byRule: ReadonlyMap<string, readonly LintFinding[]>): HostVerdict {
  const reasons = statements.flatMap(({ rule, effect, source, date }) => {
    const found = byRule.get(rule);
    if (!found) return [];
    const subjects = [...new Set(found.map(({ subject }) => subject))].slice(0, shownSubjects);
    return [{ rule, effect, subjects, source, date }];
  });
  const isRefused = reasons.some(({ effect }) => effect === 'refuses');
  const verdict = isRefused ? 'refuses' : 'loses';
  return { host: name, verdict: reasons.length === 0 ? 'takes' : verdict, reasons };
}
