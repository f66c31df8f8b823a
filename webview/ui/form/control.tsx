import type { JSX } from 'preact';
import type { FieldNode } from '../../model/form/node.ts';
import { ChoiceNode, FlagNode, MultiChoiceNode, NumberNode, RawNode, TextNode } from '../../model/form/scalarNodes.ts';
import { t } from '../../text.ts';
import { Checkbox, Dropdown, TextArea, TextField } from '../kit.ts';
import { Notice } from '../notice.tsx';
import { nameOf, placeholderOf, unsetWords } from './hints.ts';
import { TextControl } from './textControl.tsx';

export interface ControlProps<N extends FieldNode = FieldNode> {
  readonly node: N;
  /** Where the field has no head, its name comes from outside. */
  readonly name?: string | undefined;
  readonly invalid: boolean;
  readonly description: string;
}

export function Control({ node, ...rest }: ControlProps): JSX.Element | null {
  if (node instanceof TextNode) return <TextControl node={node} {...rest} />;
  if (node instanceof NumberNode) return <NumberControl node={node} {...rest} />;
  if (node instanceof FlagNode) return <FlagControl node={node} {...rest} />;
  if (node instanceof ChoiceNode) return <ChoiceControl node={node} {...rest} />;
  if (node instanceof MultiChoiceNode) return <ChoicesControl node={node} {...rest} />;
  return node instanceof RawNode ? <RawControl node={node} {...rest} /> : null;
}

function NumberControl({ node, name = nameOf(node), invalid, description }: ControlProps<NumberNode>): JSX.Element {
  const isSet = node.mode.value.kind === 'set';
  return (
    <TextField
      aria-label={name}
      value={isSet ? node.text.value : ''}
      placeholder={placeholderOf(node, false)}
      invalid={invalid}
      required={node.required.value}
      description={description}
      onInput={(text) => node.setText(text)}
      onBlur={() => (node.touched.value = true)}
    />
  );
}

/** The word beside the box says which of the three it is: not set looks like neither yes nor no. */
function FlagControl({ node, name = nameOf(node) }: ControlProps<FlagNode>): JSX.Element {
  const isSet = node.mode.value.kind === 'set';
  const word = isSet ? String(node.on.value) : node.mode.value.kind === 'null' ? 'null' : unsetWords(node.schema);
  return (
    <Checkbox
      aria-label={`${name}: ${word}`}
      checked={isSet && node.on.value}
      indeterminate={!isSet}
      onChange={(on) => node.setFlag(on)}
    >
      <span class={isSet ? '' : 'muted'}>{word}</span>
    </Checkbox>
  );
}

const unsetOption = '-';

function ChoiceControl({ node, name = nameOf(node), invalid }: ControlProps<ChoiceNode>): JSX.Element {
  const { kind } = node.mode.value;
  const [only, ...more] = node.choices;
  if (only && more.length === 0 && kind === 'set') return <code class="constant">{only.label}</code>;
  const none = { value: unsetOption, label: kind === 'null' ? 'null' : `(${unsetWords(node.schema)})` };
  return (
    <Dropdown
      aria-label={name}
      invalid={invalid}
      value={kind === 'set' ? String(node.index.value) : unsetOption}
      options={[none, ...node.choices.map(({ label }, at) => ({ value: String(at), label }))]}
      onChange={(value) => (value === unsetOption ? node.unset() : node.choose(Number(value)))}
    />
  );
}

function ChoicesControl({ node }: ControlProps<MultiChoiceNode>): JSX.Element {
  const isSet = node.mode.value.kind === 'set';
  return (
    <div class="choices" role="group" aria-label={nameOf(node)}>
      {node.choices.map(({ label }, at) => (
        <Checkbox key={label} checked={isSet && node.picked.value.includes(at)} onChange={(on) => node.pick(at, on)}>
          {label}
        </Checkbox>
      ))}
      <span class="muted">
        {isSet ? (node.picked.value.length === 0 ? t('empty array') : '') : unsetWords(node.schema)}
      </span>
    </div>
  );
}

function RawControl({ node, invalid, description }: ControlProps<RawNode>): JSX.Element {
  return (
    <>
      <Notice kind="warning">{node.reason}</Notice>
      <TextArea
        class="json-text"
        aria-label={t('{0} as JSON', nameOf(node))}
        rows={2}
        value={node.mode.value.kind === 'set' ? node.text.value : ''}
        placeholder={placeholderOf(node, false)}
        invalid={invalid}
        description={description}
        onInput={(text) => node.setText(text)}
      />
    </>
  );
}
