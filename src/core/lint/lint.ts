import type { LintFinding, LintScore, LintSeverity } from '../../contract/lint.ts';
import type { LintSubject } from './model/lintSubject.ts';
import { lintRules } from './rules/table.ts';
import { scoreOf } from './score.ts';

export interface LintReport extends LintScore {
  readonly server: string;
  readonly findings: readonly LintFinding[];
}

const order: Readonly<Record<LintSeverity, number>> = { error: 0, warning: 1, info: 2 };
/** A server of 10,000 tools without descriptions is told so often enough. */
const maxPerRule = 200;

export function lintServer(subject: LintSubject): LintReport {
  const findings = lintRules.flatMap(({ id, severity, check }) => {
    const found: LintFinding[] = [];
    for (const one of check(subject)) {
      if (found.length >= maxPerRule) break;
      found.push({ rule: id, severity, ...one });
    }
    return found;
  });
  findings.sort((a, b) => order[a.severity] - order[b.severity]);
  return { server: subject.server, ...scoreOf(findings, subject.tools.length), findings };
}
