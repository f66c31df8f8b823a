import { type Signal, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { Form } from '../../model/form/form.ts';
import { ObjectNode } from '../../model/form/fields/objectNode.ts';
import { t } from '../../platform/l10n.ts';
import { Button } from '../components/kit.ts';
import { Notice } from '../components/layout/notice.tsx';
import { Tabs } from '../components/tabs.tsx';
import { JsonTree } from '../json/jsonTree.tsx';
import { Field } from './field.tsx';
import { FormProvider, useIssues } from './formContext.ts';
import { JsonEditor } from './jsonEditor.tsx';
import { ObjectFields } from './objectField.tsx';

interface Schemas {
  readonly input: unknown;
  readonly output?: unknown;
}

interface FormViewProps {
  readonly form: Form;
  readonly tab?: Signal<string>;
  /** Shown in a tab of their own. */
  readonly schemas?: Schemas;
}

/** The arguments as fields or as JSON text; the chosen tab belongs to this tool alone. */
export function FormView({ form, tab, schemas }: FormViewProps): JSX.Element {
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
          ...(schemas ? [{ id: 'schema', label: t('Schema') }] : []),
        ]}
      />
      <SchemaProblems form={form} onJson={current.value === 'json' ? undefined : () => (current.value = 'json')} />
      {!form.isFullyChecked.value && (
        <Notice kind="info">{t('The value is too large to be checked here. The server checks the rest.')}</Notice>
      )}
      {current.value === 'json' && <JsonEditor form={form} />}
      {current.value === 'form' && <Fields form={form} />}
      {current.value === 'schema' && schemas && <SchemaTrees {...schemas} />}
    </FormProvider>
  );
}

function SchemaTrees({ input, output }: Schemas): JSX.Element {
  return (
    <div role="tabpanel" class="fields root" data-testid="schemas">
      <h3 class="block-title">{t('Input schema')}</h3>
      <JsonTree value={input} label={t('Input schema')} searchable />
      {output !== undefined && <h3 class="block-title">{t('Output schema')}</h3>}
      {output !== undefined && <JsonTree value={output} label={t('Output schema')} searchable />}
    </div>
  );
}

const shownProblems = 5;

interface SchemaProblemsProps {
  readonly form: Form;
  readonly onJson: (() => void) | undefined;
}

/** A bad schema is the server's mistake: reported once, with a workaround. */
function SchemaProblems({ form, onJson }: SchemaProblemsProps): JSX.Element | null {
  if (form.problems.length === 0) return null;
  return (
    <Notice kind="warning" testId="schema-problems">
      <strong class="notice-lead">{t('The schema has errors.')}</strong>
      {form.problems.slice(0, shownProblems).map(({ at, message }) => (
        <div key={`${at} ${message}`}>
          <code>{at === '' ? '/' : at}</code> {message}
        </div>
      ))}
      {onJson && <Button onClick={onJson}>{t('Edit as JSON')}</Button>}
    </Notice>
  );
}

function Fields({ form }: { form: Form }): JSX.Element {
  const { root } = form;
  return (
    <div class="fields root" role="tabpanel" data-testid="form">
      {form.jsonProblem.value !== undefined && (
        <Notice kind="warning">
          <p>
            {t('The JSON is not valid. The form shows its last valid state, and editing the form replaces the JSON.')}
          </p>
          <Button onClick={() => form.discardText()}>{t('Discard Changes')}</Button>
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
      <ObjectFields node={node} Field={Field} emptyText={t('Takes no arguments.')} />
      {issues.map((message) => (
        <p key={message} class="field-error">
          {message}
        </p>
      ))}
    </>
  );
}
