import type { JSX } from 'preact';
import { sameJson } from '../../../src/base/json.ts';
import { revealSentence } from '../../../src/base/text/hiddenCharacters.ts';
import {
  ChoiceNode,
  BooleanNode,
  MultiChoiceNode,
  NumberNode,
  RawNode,
  TextNode,
} from '../../model/form/fields/scalarNodes.ts';
import { t } from '../../platform/l10n.ts';
import { Checkbox, Dropdown, TextArea, TextField } from '../components/kit.ts';
import { Notice } from '../components/layout/notice.tsx';
import type { ControlProps } from './controlProps.ts';
import { nameOf, placeholderOf, unsetOptionText, unsetText } from './hints.ts';
import { TextControl } from './textControl.tsx';

export function Control({ node, ...rest }: ControlProps): JSX.Element | null {
  if (node instanceof TextNode) return <TextControl node={node} {...rest} />;
  if (node instanceof NumberNode) return <NumberControl node={node} {...rest} />;
  if (node instanceof BooleanNode) return <BooleanControl node={node} {...rest} />;
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

/** The text next to the box names the state: unset looks like neither true nor false. */
function BooleanControl({ node, name = nameOf(node) }: ControlProps<BooleanNode>): JSX.Element {
  const { kind } = node.mode.value;
  const isSet = kind === 'set';
  const usual = kind === 'unset' && typeof node.schema['default'] === 'boolean' ? node.schema['default'] : undefined;
  const state = isSet
    ? String(node.on.value)
    : kind === 'null'
      ? 'null'
      : (defaultText(usual) ?? unsetText(node.schema));
  return (
    <Checkbox
      aria-label={`${name}: ${state}`}
      checked={isSet ? node.on.value : usual === true}
      indeterminate={!isSet && usual === undefined}
      onChange={(on) => node.setBoolean(on)}
    >
      <span class={isSet ? '' : 'muted'}>{state}</span>
    </Checkbox>
  );
}

/** What the server takes where nothing is sent is shown as if it were chosen. */
function defaultText(value: boolean | string | undefined): string | undefined {
  return value === undefined ? undefined : t('{0} (default)', String(value));
}

const unsetOption = '-';

function ChoiceControl({ node, name = nameOf(node), invalid }: ControlProps<ChoiceNode>): JSX.Element {
  const { kind } = node.mode.value;
  const [only, ...more] = node.choices;
  if (only && more.length === 0 && kind === 'set') return <code class="constant">{revealSentence(only.label)}</code>;
  const usual = node.choices.find(({ value }) => sameJson(value, node.schema['default']));
  const unset = defaultText(usual && revealSentence(usual.label)) ?? unsetOptionText(node.schema);
  const none = { value: unsetOption, label: kind === 'null' ? 'null' : unset };
  return (
    <Dropdown
      aria-label={name}
      invalid={invalid}
      value={kind === 'set' ? String(node.index.value) : unsetOption}
      options={[none, ...node.choices.map(({ label }, at) => ({ value: String(at), label: revealSentence(label) }))]}
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
          {revealSentence(label)}
        </Checkbox>
      ))}
      <span class="muted">
        {isSet ? (node.picked.value.length === 0 ? t('empty array') : '') : unsetText(node.schema)}
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
