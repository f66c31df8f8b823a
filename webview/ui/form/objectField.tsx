import type { JSX } from 'preact';
import type { AdditionalProperty, ObjectNode } from '../../model/form/fields/objectNode.ts';
import { t } from '../../platform/l10n.ts';
import { Icon } from '../components/icon.tsx';
import { TextField } from '../components/kit.ts';
import { Chunked } from './chunked.tsx';
import type { FieldComponent } from './fieldProps.ts';
import { nameOf } from './hints.ts';
import { IconButton } from '../components/iconButton.tsx';

interface ObjectFieldProps {
  readonly node: ObjectNode;
  readonly Field: FieldComponent;
}

interface ObjectFieldsProps extends ObjectFieldProps {
  /** Where it has no properties, and asks for none. */
  readonly emptyText?: string;
}

export function ObjectField({ node, Field }: ObjectFieldProps): JSX.Element {
  if (node.mode.value.kind !== 'set') {
    return (
      <IconButton class="adder" label={t('Add {0}', nameOf(node))} onClick={() => node.set()}>
        <Icon name="add" /> {t('Add')}
      </IconButton>
    );
  }
  return (
    <div class="fields" role="group" aria-label={nameOf(node)}>
      <ObjectFields node={node} Field={Field} />
    </div>
  );
}

/** Without the frame, for the root. */
export function ObjectFields({ node, Field, emptyText }: ObjectFieldsProps): JSX.Element {
  const properties = node.properties.value;
  const hasNone = properties.length === 0 && node.additionalProperties.value.length === 0;
  const isEmpty = hasNone && emptyText !== undefined && !node.asksForMore;
  return (
    <>
      <Chunked items={properties} row={(property) => <Field key={property.id} node={property} />} />
      {node.additionalProperties.value.map((extra) => (
        <AdditionalField key={extra.node.id} node={node} property={extra} Field={Field} />
      ))}
      {isEmpty && <p class="muted">{emptyText}</p>}
      {node.isOpen && !isEmpty && (
        <IconButton class="adder" label={t('Add Property to {0}', nameOf(node))} onClick={() => node.addProperty()}>
          <Icon name="add" /> {t('Add Property')}
        </IconButton>
      )}
    </>
  );
}

function AdditionalField({ node, property, Field }: ObjectFieldProps & { property: AdditionalProperty }): JSX.Element {
  const name = property.name.value;
  return (
    <Field
      node={property.node}
      lead={
        <TextField
          class="property-name"
          aria-label={t('Property name')}
          placeholder={t('name')}
          value={name}
          onInput={(next) => node.rename(property, next)}
        />
      }
      tools={
        <IconButton isInner label={t('Remove {0}', name)} onClick={() => node.removeProperty(property)}>
          <Icon name="trash" />
        </IconButton>
      }
    />
  );
}
