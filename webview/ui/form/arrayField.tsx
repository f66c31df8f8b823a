import { revealSentence } from '../../../src/base/text/hiddenCharacters.ts';
import type { ComponentChildren, JSX } from 'preact';
import type { ArrayNode } from '../../model/form/fields/arrayNode.ts';
import type { FieldNode } from '../../model/form/fields/fieldNode.ts';
import { text } from '../../../src/base/schema/document/schema.ts';
import { t } from '../../platform/l10n.ts';
import { Icon } from '../components/icon.tsx';
import { Chunked } from './chunked.tsx';
import { Control } from './control.tsx';
import { FieldBox } from './fieldBox.tsx';
import { FieldIssues } from './fieldIssues.tsx';
import type { FieldComponent } from './fieldProps.ts';
import { useIssues } from './formContext.ts';
import { fieldHint, nameOf, unsetText } from './hints.ts';
import { IconButton } from '../components/iconButton.tsx';

interface ArrayFieldProps {
  readonly node: ArrayNode;
  readonly Field: FieldComponent;
}

export function ArrayField({ node, Field }: ArrayFieldProps): JSX.Element {
  const isSet = node.mode.value.kind === 'set';
  const items = isSet ? node.items.value : [];
  return (
    <div class={items.length > 0 ? 'fields' : 'none'} role="group" aria-label={nameOf(node)}>
      {items.length === 0 && <span class="muted">{isSet ? t('empty array') : unsetText(node.schema)}</span>}
      <Chunked
        items={items}
        row={(item, at) => (
          <ItemField key={item.id} list={node} item={item} at={at} count={items.length} Field={Field} />
        )}
      />
      <div class="adders">
        {node.canAdd && (
          <IconButton class="adder" label={t('Add Item to {0}', nameOf(node))} onClick={() => node.add()}>
            <Icon name="add" /> {t('Add Item')}
          </IconButton>
        )}
        {!isSet && (
          <IconButton
            isInner
            class="adder"
            label={t('{0}: send an empty array', nameOf(node))}
            onClick={() => node.set()}
          >
            [ ]
          </IconButton>
        )}
      </div>
    </div>
  );
}

interface ItemFieldProps {
  readonly list: ArrayNode;
  readonly item: FieldNode;
  readonly at: number;
  readonly count: number;
}

/** One-line items need no header of their own; the others are shown as usual. */
function ItemField({ list, item, at, count, Field }: ItemFieldProps & Pick<ArrayFieldProps, 'Field'>): JSX.Element {
  const title = text(item.schema, 'title');
  const isPlain =
    ['text', 'number', 'boolean', 'choice'].includes(item.kind) &&
    item.mode.value.kind !== 'mismatch' &&
    title === undefined;
  const name = title === undefined ? t('Item {0}', at + 1) : revealSentence(title);
  const tools = <ItemTools list={list} item={item} name={name} isPlain={isPlain} at={at} count={count} />;
  if (isPlain) return <PlainItem item={item} name={t('{0}, item {1}', nameOf(list), at + 1)} tools={tools} />;
  return <Field node={item} lead={<span class="field-name">{name}</span>} tools={tools} />;
}

function PlainItem({ item, name, tools }: { item: FieldNode; name: string; tools: ComponentChildren }): JSX.Element {
  const issues = useIssues(item);
  return (
    <FieldBox node={item} invalid={issues.length > 0}>
      <div class="item-line">
        <div class="grow">
          <Control
            node={item}
            name={name}
            invalid={issues.length > 0}
            description={[fieldHint(item), ...issues].join('. ')}
          />
        </div>
        <span class="field-tools">{tools}</span>
      </div>
      <FieldIssues issues={issues} />
    </FieldBox>
  );
}

interface ItemToolsProps extends ItemFieldProps {
  readonly name: string;
  /** Has no header, which would contain the button for null. */
  readonly isPlain: boolean;
}

function ItemTools({ list, item, name, isPlain, at, count }: ItemToolsProps): JSX.Element {
  return (
    <>
      {isPlain && item.nullable && item.mode.value.kind !== 'null' && (
        <IconButton isInner label={t('{0}: send null', name)} onClick={() => item.setNull()}>
          null
        </IconButton>
      )}
      <IconButton isInner label={t('Move {0} Up', name)} disabled={at === 0} onClick={() => list.move(item, -1)}>
        <Icon name="arrow-up" />
      </IconButton>
      <IconButton
        isInner
        label={t('Move {0} Down', name)}
        disabled={at === count - 1}
        onClick={() => list.move(item, 1)}
      >
        <Icon name="arrow-down" />
      </IconButton>
      <IconButton isInner label={t('Remove {0}', name)} onClick={() => list.remove(item)}>
        <Icon name="trash" />
      </IconButton>
    </>
  );
}
