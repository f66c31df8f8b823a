import type { FieldNode } from '../../model/form/fields/fieldNode.ts';

export interface ControlProps<N extends FieldNode = FieldNode> {
  readonly node: N;
  /** Where the field has no header of its own, its name comes from outside. */
  readonly name?: string | undefined;
  readonly invalid: boolean;
  readonly description: string;
}
