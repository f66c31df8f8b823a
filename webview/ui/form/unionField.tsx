import type { JSX } from 'preact';
import { ArrayNode } from '../../model/form/arrayNode.ts';
import type { FieldNode } from '../../model/form/node.ts';
import { ObjectNode } from '../../model/form/objectNode.ts';
import { UnionNode } from '../../model/form/unionNode.ts';
import { t } from '../../text.ts';
import { Dropdown } from '../kit.ts';
import { ArrayField } from './arrayField.tsx';
import { Control } from './control.tsx';
import { useIssues } from './formContext.ts';
import { nameOf, unsetWords } from './hints.ts';
import { Misfit } from './misfit.tsx';
import { ObjectField } from './objectField.tsx';

const unsetOption = '-';

interface UnionFieldProps {
  readonly node: UnionNode;
  /** Two unions that both hold stand one in the other: the second choice of the same value is level 2. */
  readonly level?: number;
}

export function UnionField({ node, level = 1 }: UnionFieldProps): JSX.Element {
  const isSet = node.mode.value.kind === 'set';
  const field = node.field.value;
  const none = { value: unsetOption, label: node.mode.value.kind === 'null' ? 'null' : `(${unsetWords(node.schema)})` };
  return (
    <div class="union">
      <Dropdown
        aria-label={level === 1 ? t('Type of {0}', nameOf(node)) : t('Type of {0}, option {1}', nameOf(node), level)}
        value={isSet ? String(node.index.value) : unsetOption}
        options={[none, ...node.branches.map(({ title }, at) => ({ value: String(at), label: title }))]}
        onChange={(value) => (value === unsetOption ? node.unset() : node.choose(Number(value)))}
      />
      {isSet && field && <BranchField key={field.id} node={field} level={level} />}
    </div>
  );
}

/** The branch stands in the union's place: same name, same messages, no second head. */
function BranchField({ node, level }: { node: FieldNode; level: number }): JSX.Element {
  const isInvalid = useIssues(node).length > 0;
  if (node.mode.value.kind === 'misfit') return <Misfit node={node} value={node.mode.value.value} />;
  if (node instanceof ObjectNode) return <ObjectField node={node} />;
  if (node instanceof ArrayNode) return <ArrayField node={node} />;
  if (node instanceof UnionNode) return <UnionField node={node} level={level + 1} />;
  return <Control node={node} invalid={isInvalid} description="" />;
}
