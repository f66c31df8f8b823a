import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { checkValue } from '../../model/form/check/check.ts';
import type { Issue } from '../../model/form/check/issue.ts';
import { SchemaScope } from '../../model/form/schema/scope.ts';
import { hasMoreThan } from '../../model/json/jsonTree.ts';
import { t } from '../../platform/l10n.ts';
import { Notice } from '../components/layout/notice.tsx';

const shown = 5;
/** Larger results are shown without the check, which would block the page. */
const maxNodes = 50_000;

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
  if (schema === undefined || hasMoreThan(value, maxNodes)) return [];
  return checkValue(new SchemaScope(schema), value).issues;
}
