import type { JSX } from 'preact';
import { revealHidden, revealSentence } from '../../../src/base/text/hiddenCharacters.ts';
import { ArrayNode } from '../../model/form/fields/arrayNode.ts';
import type { FieldNode } from '../../model/form/fields/fieldNode.ts';
import { ObjectNode } from '../../model/form/fields/objectNode.ts';
import { text } from '../../../src/base/schema/document/schema.ts';
import { UnionNode } from '../../model/form/fields/unionNode.ts';
import { t } from '../../platform/l10n.ts';
import { Chip } from '../components/chip.tsx';
import { ArrayField } from './arrayField.tsx';
import { Control } from './control.tsx';
import { FieldBox } from './fieldBox.tsx';
import { FieldIssues } from './fieldIssues.tsx';
import type { FieldProps } from './fieldProps.ts';
import { FieldState } from './fieldState.tsx';
import { useIssues } from './formContext.ts';
import { fieldHint, nameOf } from './hints.ts';
import { TypeMismatch } from './typeMismatch.tsx';
import { ObjectField } from './objectField.tsx';
import { UnionField } from './unionField.tsx';

/** One field of any kind: its name, hints, value and problems. */
export function Field({ node, lead, tools }: FieldProps): JSX.Element {
  const issues = useIssues(node);
  const about = revealHidden(text(node.schema, 'description') ?? '');
  const hint = fieldHint(node);
  const description = [about, hint, ...issues].filter(Boolean).join('. ');
  return (
    <FieldBox node={node} invalid={issues.length > 0}>
      <div class="field-head">
        {lead ?? <FieldName node={node} />}
        <span class="field-hint muted">{hint}</span>
        {text(node.schema, 'x-mcp-header') !== undefined && (
          <Chip title={t('Also sent as this HTTP header')}>
            {revealSentence(text(node.schema, 'x-mcp-header') ?? '')}
          </Chip>
        )}
        {node.schema['deprecated'] === true && <Chip tone="warn">{t('Deprecated')}</Chip>}
        <span class="field-tools">
          <FieldState node={node} />
          {tools}
        </span>
      </div>
      {about !== '' && <p class="field-about muted pre-wrap">{about}</p>}
      {node.mode.value.kind === 'mismatch' ? (
        <TypeMismatch node={node} value={node.mode.value.value} />
      ) : (
        <FieldBody node={node} invalid={issues.length > 0} description={description} />
      )}
      <FieldIssues issues={issues} />
    </FieldBox>
  );
}

function FieldName({ node }: { node: FieldNode }): JSX.Element {
  const name = nameOf(node);
  const key = node.key.value;
  return (
    <span class="field-name">
      {name}
      {node.required.value && (
        <span class="field-required" title={t('Required')}>
          *
        </span>
      )}
      {key !== undefined && key !== name && <code class="muted"> {revealSentence(key)}</code>}
    </span>
  );
}

interface FieldBodyProps {
  readonly node: FieldNode;
  readonly invalid: boolean;
  readonly description: string;
}

function FieldBody({ node, invalid, description }: FieldBodyProps): JSX.Element {
  if (node instanceof ObjectNode) return <ObjectField node={node} Field={Field} />;
  if (node instanceof ArrayNode) return <ArrayField node={node} Field={Field} />;
  if (node instanceof UnionNode) return <UnionField node={node} Field={Field} />;
  return <Control node={node} invalid={invalid} description={description} />;
}
