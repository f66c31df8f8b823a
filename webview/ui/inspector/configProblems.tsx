import type { JSX } from 'preact';
import type { ConfigProblemView } from '../../../src/contract/inspector.ts';
import { t, tn } from '../../platform/l10n.ts';
import { Notice } from '../components/layout/notice.tsx';

const shown = 3;

/** Problems of configuration files, with file and line; the valid servers stay usable below. */
export function ConfigProblems({ problems }: { problems: readonly ConfigProblemView[] }): JSX.Element | null {
  if (problems.length === 0) return null;
  const kind = problems.some((problem) => problem.severity === 'error') ? 'error' : 'warning';
  const more = problems.length - shown;
  return (
    <Notice kind={kind} testId="problems">
      {problems.slice(0, shown).map(({ file, line, message }) => (
        <div key={`${file}:${line}:${message}`}>
          <span class="muted">{t('{0}, line {1}:', file, line)}</span> {message}
        </div>
      ))}
      {more > 0 && <div class="muted">{tn(more, 'and {0} more', 'and {0} more')}</div>}
    </Notice>
  );
}
