import { useComputed } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Form } from '../../model/form/form.ts';
import type { FieldNode } from '../../model/form/fields/fieldNode.ts';

const Current = createContext<Form | undefined>(undefined);
export const FormProvider = Current.Provider;

/**
 * The messages to show at a field: a missing value is not reported before the user has been there.
 * Joined to one string, because equal strings do not trigger a render: a keystroke renders only the field it changes.
 */
export function useIssues(node: FieldNode): readonly string[] {
  const form = useContext(Current);
  const joined = useComputed(() => (form ? messagesAt(form, node).join('\n') : '')).value;
  return joined === '' ? [] : joined.split('\n');
}

function messagesAt(form: Form, node: FieldNode): string[] {
  const mayMiss = node.touched.value || form.attempted.value;
  const issues = form.issuesAt(node.pointer.value).filter(({ keyword }) => keyword !== 'required' || mayMiss);
  return [...new Set(issues.map(({ message }) => message.replaceAll('\n', ' ')))];
}
