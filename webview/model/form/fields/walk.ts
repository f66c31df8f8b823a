import { ArrayNode } from './arrayNode.ts';
import type { FieldNode } from './fieldNode.ts';
import { ObjectNode } from './objectNode.ts';
import { UnionNode } from './unionNode.ts';

/** Every field that is part of the value now. */
export function* walk(node: FieldNode): Generator<FieldNode> {
  yield node;
  if (node.mode.value.kind !== 'set') return;
  for (const child of childrenOf(node)) yield* walk(child);
}

function childrenOf(node: FieldNode): readonly FieldNode[] {
  if (node instanceof ObjectNode)
    return [...node.properties.value, ...node.additionalProperties.value.map((extra) => extra.node)];
  if (node instanceof ArrayNode) return node.items.value;
  if (node instanceof UnionNode) return node.field.value ? [node.field.value] : [];
  return [];
}
