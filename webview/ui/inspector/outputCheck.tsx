import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { checkValue } from '../../model/form/check/check.ts';
import type { Issue } from '../../model/form/check/issue.ts';
import { SchemaScope } from '../../model/form/scope.ts';
import { hasMoreThan } from '../../model/jsonTree.ts';
import { t } from '../../text.ts';
import { Notice } from '../notice.tsx';

const shown = 5;
/** Beyond this many places the check would be felt; the answer is still shown. */
const mostPlaces = 50_000;

/** The server promised a form for its answers and broke it: its fault, and the answer is there all the same. */
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
  if (schema === undefined || hasMoreThan(value, mostPlaces)) return [];
  return checkValue(new SchemaScope(schema), value);
}
