import { type Signal, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { Form } from '../../model/form/form.ts';
import { ObjectNode } from '../../model/form/objectNode.ts';
import { t } from '../../text.ts';
import { Notice } from '../notice.tsx';
import { Tabs } from '../tabs.tsx';
import { Field } from './field.tsx';
import { FormProvider, useIssues } from './formContext.ts';
import { JsonEditor } from './jsonEditor.tsx';
import { ObjectFields } from './objectField.tsx';

/** The same arguments as fields and as text. Which of the two is shown belongs to this tool alone. */
export function FormView({ form, tab }: { form: Form; tab?: Signal<string> }): JSX.Element {
  const own = useSignal('form');
  const current = tab ?? own;
  return (
    <FormProvider value={form}>
      <Tabs
        label={t('Arguments')}
        current={current.value}
        onChange={(id) => (current.value = id)}
        tabs={[
          { id: 'form', label: t('Form') },
          { id: 'json', label: t('JSON'), mark: form.jsonProblem.value !== undefined },
        ]}
      />
      {current.value === 'json' ? <JsonEditor form={form} /> : <Fields form={form} />}
    </FormProvider>
  );
}

function Fields({ form }: { form: Form }): JSX.Element {
  const { root } = form;
  return (
    <div class="fields root" role="tabpanel" data-testid="form">
      {form.jsonProblem.value !== undefined && (
        <Notice kind="warning">
          {t(
            'The JSON text is not valid, so the fields show its last valid state. Changing a field replaces the text.',
          )}
        </Notice>
      )}
      {root instanceof ObjectNode && root.mode.value.kind === 'set' ? (
        <RootFields node={root} />
      ) : (
        <Field node={root} />
      )}
    </div>
  );
}

function RootFields({ node }: { node: ObjectNode }): JSX.Element {
  const issues = useIssues(node);
  return (
    <>
      <ObjectFields node={node} />
      {issues.map((message) => (
        <p key={message} class="field-error">
          {message}
        </p>
      ))}
    </>
  );
}
