import type { JSX } from 'preact';
import { revealSentence } from '../../../src/base/text/hiddenCharacters.ts';
import { ArrayNode } from '../../model/form/fields/arrayNode.ts';
import type { FieldNode } from '../../model/form/fields/fieldNode.ts';
import { ObjectNode } from '../../model/form/fields/objectNode.ts';
import { UnionNode } from '../../model/form/fields/unionNode.ts';
import { t } from '../../platform/l10n.ts';
import { Dropdown } from '../components/kit.ts';
import { ArrayField } from './arrayField.tsx';
import { Control } from './control.tsx';
import type { FieldComponent } from './fieldProps.ts';
import { useIssues } from './formContext.ts';
import { nameOf, unsetOptionText } from './hints.ts';
import { TypeMismatch } from './typeMismatch.tsx';
import { ObjectField } from './objectField.tsx';

const unsetOption = '-';

interface UnionFieldProps {
  readonly node: UnionNode;
  readonly Field: FieldComponent;
  /** Two unions that both apply are nested: the second choice for the same value is level 2. */
  readonly level?: number;
}

export function UnionField({ node, Field, level = 1 }: UnionFieldProps): JSX.Element {
  const isSet = node.mode.value.kind === 'set';
  const field = node.field.value;
  const none = { value: unsetOption, label: node.mode.value.kind === 'null' ? 'null' : unsetOptionText(node.schema) };
  return (
    <div class="union">
      <Dropdown
        aria-label={level === 1 ? t('Type of {0}', nameOf(node)) : t('Type of {0}, option {1}', nameOf(node), level)}
        value={isSet ? String(node.index.value) : unsetOption}
        options={[none, ...node.branches.map(({ title }, at) => ({ value: String(at), label: revealSentence(title) }))]}
        onChange={(value) => (value === unsetOption ? node.unset() : node.choose(Number(value)))}
      />
      {isSet && field && <BranchField key={field.id} node={field} Field={Field} level={level} />}
    </div>
  );
}

interface BranchFieldProps {
  readonly node: FieldNode;
  readonly Field: FieldComponent;
  readonly level: number;
}

/** The branch takes the union's place: same name, same messages, no second header. */
function BranchField({ node, Field, level }: BranchFieldProps): JSX.Element {
  const isInvalid = useIssues(node).length > 0;
  if (node.mode.value.kind === 'mismatch') return <TypeMismatch node={node} value={node.mode.value.value} />;
  if (node instanceof ObjectNode) return <ObjectField node={node} Field={Field} />;
  if (node instanceof ArrayNode) return <ArrayField node={node} Field={Field} />;
  if (node instanceof UnionNode) return <UnionField node={node} Field={Field} level={level + 1} />;
  return <Control node={node} invalid={isInvalid} description="" />;
}
