import type { JSX } from 'preact';
import type { Extra, ObjectNode } from '../../model/form/objectNode.ts';
import { t } from '../../text.ts';
import { Icon } from '../icon.tsx';
import { TextField } from '../kit.ts';
import { Chunked } from './chunked.tsx';
import { Field } from './field.tsx';
import { nameOf } from './hints.ts';
import { Mini } from './mini.tsx';

export function ObjectField({ node }: { node: ObjectNode }): JSX.Element {
  if (node.mode.value.kind !== 'set') {
    return (
      <Mini class="adder" label={t('Add {0}', nameOf(node))} onClick={() => node.set()}>
        <Icon name="add" /> {t('Add')}
      </Mini>
    );
  }
  return (
    <div class="fields" role="group" aria-label={nameOf(node)}>
      <ObjectFields node={node} />
    </div>
  );
}

/** Without the frame: the root's fields stand on their own. */
export function ObjectFields({ node }: { node: ObjectNode }): JSX.Element {
  const properties = node.properties.value;
  return (
    <>
      <Chunked items={properties} row={(property) => <Field key={property.id} node={property} />} />
      {node.extras.value.map((extra) => (
        <ExtraField key={extra.node.id} node={node} extra={extra} />
      ))}
      {properties.length === 0 && node.extras.value.length === 0 && !node.isOpen && (
        <p class="muted">{t('No parameters.')}</p>
      )}
      {node.isOpen && (
        <Mini class="adder" label={t('Add Property to {0}', nameOf(node))} onClick={() => node.addExtra()}>
          <Icon name="add" /> {t('Add Property')}
        </Mini>
      )}
    </>
  );
}

function ExtraField({ node, extra }: { node: ObjectNode; extra: Extra }): JSX.Element {
  const name = extra.name.value;
  return (
    <Field
      node={extra.node}
      lead={
        <TextField
          class="extra-name"
          aria-label={t('Property name')}
          placeholder={t('name')}
          value={name}
          onInput={(next) => node.rename(extra, next)}
        />
      }
      tools={
        <Mini label={t('Remove {0}', name)} onClick={() => node.removeExtra(extra)}>
          <Icon name="trash" />
        </Mini>
      }
    />
  );
}
