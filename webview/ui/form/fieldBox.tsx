import type { ComponentChildren, JSX } from 'preact';
import type { FieldNode } from '../../model/form/fields/fieldNode.ts';

interface FieldBoxProps {
  readonly node: FieldNode;
  readonly invalid: boolean;
  readonly children: ComponentChildren;
}

/** The element of a field, with its state for styles and tests. */
export function FieldBox({ node, invalid, children }: FieldBoxProps): JSX.Element {
  return (
    <div
      class="field"
      data-field={node.pointer.value}
      data-kind={node.kind}
      data-mode={node.mode.value.kind}
      data-invalid={invalid}
    >
      {children}
    </div>
  );
}
