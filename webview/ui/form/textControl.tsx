import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { TextNode } from '../../model/form/fields/scalarNodes.ts';
import { number, type SchemaObject, text } from '../../../src/base/schema/document/schema.ts';
import { t } from '../../platform/l10n.ts';
import { Icon } from '../components/icon.tsx';
import { TextArea, TextField } from '../components/kit.ts';
import type { ControlProps } from './controlProps.ts';
import { nameOf, placeholderOf } from './hints.ts';
import { IconButton } from '../components/iconButton.tsx';

export function TextControl({ node, name = nameOf(node), invalid, description }: ControlProps<TextNode>): JSX.Element {
  const isLong = useSignal(wantsLines(node.schema) || node.text.peek().includes('\n'));
  const isSecret = useSignal(text(node.schema, 'format') === 'password' || node.schema['writeOnly'] === true);
  const value = node.mode.value.kind === 'set' ? node.text.value : '';
  const picker = pickers[text(node.schema, 'format') ?? ''];
  const common = {
    'aria-label': name,
    class: 'grow',
    value,
    placeholder: placeholderOf(node, value === ''),
    invalid,
    required: node.required.value,
    description,
    onInput: (next: string) => node.setText(next),
    onBlur: () => (node.touched.value = true),
  };
  return (
    <div class="text-line">
      {isLong.value ? (
        <TextArea {...common} rows={4} />
      ) : (
        <TextField {...common} type={isSecret.value ? 'password' : 'text'} />
      )}
      {picker ? (
        <Picker node={node} picker={picker} />
      ) : text(node.schema, 'format') === 'password' ? (
        <IconButton
          isInner
          label={isSecret.value ? t('Show') : t('Hide')}
          onClick={() => (isSecret.value = !isSecret.value)}
        >
          <Icon name="eye" />
        </IconButton>
      ) : (
        <IconButton
          isInner
          class="quiet"
          label={isLong.value ? t('Single line') : t('Multi-line')}
          onClick={() => (isLong.value = !isLong.value)}
        >
          <Icon name={isLong.value ? 'collapse-all' : 'expand-all'} />
        </IconButton>
      )}
    </div>
  );
}

function wantsLines(schema: SchemaObject): boolean {
  const format = text(schema, 'format') ?? text(schema, 'contentMediaType') ?? '';
  return (number(schema, 'maxLength') ?? 0) >= 400 || /multi-?line|textarea|markdown|^text\//.test(format);
}

interface PickerKind {
  readonly type: 'date' | 'time' | 'datetime-local';
  readonly write: (value: string) => string;
}

const pickers: Readonly<Record<string, PickerKind>> = {
  date: { type: 'date', write: (value) => value },
  time: { type: 'time', write: (value) => `${value.length === 5 ? `${value}:00` : value}Z` },
  'date-time': { type: 'datetime-local', write: (value) => new Date(value).toISOString() },
};

/** In the text field, not instead of it: an invalid date must stay possible, to test the server's own checks. */
function Picker({ node, picker }: { node: TextNode; picker: PickerKind }): JSX.Element {
  return (
    <input
      class="picker"
      tabIndex={-1}
      data-inner
      type={picker.type}
      step={1}
      aria-label={t('Select {0}', nameOf(node))}
      onChange={(event) => {
        if (event.currentTarget.value !== '') node.setText(picker.write(event.currentTarget.value));
      }}
    />
  );
}
