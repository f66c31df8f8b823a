import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { checkValue } from '../../model/form/check/check.ts';
import type { Issue } from '../../model/form/check/issue.ts';
import { SchemaScope } from '../../model/form/schema/scope.ts';
import { t } from '../../platform/l10n.ts';
import { Notice } from '../components/layout/notice.tsx';

const shown = 5;

/** Reports a result that does not match the tool's output schema; the result is shown all the same. */
export function OutputCheck({ value, schema }: { value: unknown; schema: unknown }): JSX.Element | null {
  const issues = useMemo(() => problemsOf(value, schema), [value, schema]);
  if (issues.length === 0) return null;
  return (
    <Notice kind="warning" testId="output-problems">
      <strong class="notice-lead">{t("The response does not match the tool's output schema.")}</strong>
      {issues.slice(0, shown).map(({ at, message }) => (
        <div key={`${at} ${message}`}>
          <code>{at === '' ? '/' : at}</code> {message}
        </div>
      ))}
    </Notice>
  );
}

function problemsOf(value: unknown, schema: unknown): readonly Issue[] {
  // The check ends after a number of steps: of a large result only the beginning is checked.
  return schema === undefined ? [] : checkValue(new SchemaScope(schema), value).issues;
}
