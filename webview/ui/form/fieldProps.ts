import type { ComponentChildren, FunctionComponent } from 'preact';
import type { FieldNode } from '../../model/form/fields/fieldNode.ts';

export interface FieldProps {
  readonly node: FieldNode;
  /** What is before the name: the number of a list item, the name box of a map entry. */
  readonly lead?: ComponentChildren;
  /** Further buttons at the end of the header. */
  readonly tools?: ComponentChildren;
}

/** Lists, objects and unions get the component for their inner fields passed in: it shows them, and they show it. */
export type FieldComponent = FunctionComponent<FieldProps>;
