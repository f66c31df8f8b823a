import assert from 'node:assert/strict';
import type { ArrayNode } from '../../../webview/model/form/arrayNode.ts';
import type { Form } from '../../../webview/model/form/form.ts';
import type { FieldNode } from '../../../webview/model/form/node.ts';
import type { ObjectNode } from '../../../webview/model/form/objectNode.ts';
import type { UnionNode } from '../../../webview/model/form/unionNode.ts';

export function field<T extends FieldNode>(form: Form, ...path: string[]): T {
  let node: FieldNode = form.root;
  for (const key of path) {
    while (node.kind === 'union') node = (node as UnionNode).field.value as FieldNode;
    const inner: readonly FieldNode[] =
      node.kind === 'array'
        ? (node as ArrayNode).items.value
        : [...(node as ObjectNode).properties.value, ...(node as ObjectNode).extras.value.map((extra) => extra.node)];
    const next = inner.find((child) => child.key.value === key);
    assert.ok(next, `there is a field ${key}`);
    node = next;
  }
  return node as T;
}

export function keys(form: Form): string[] {
  return (form.root as ObjectNode).properties.value.map((node) => node.key.value ?? '');
}

export function problems(form: Form): string[] {
  return form.issues.value.map(({ at, message }) => `${at} ${message}`);
}

export const object = (properties: Record<string, unknown>, more: Record<string, unknown> = {}): unknown => ({
  type: 'object',
  properties,
  ...more,
});

export function when(test: unknown, yes: unknown, no: unknown = true): Record<string, unknown> {
  // oxlint-disable-next-line unicorn/no-thenable -- a schema, not a promise
  return { if: test, then: yes, else: no };
}
