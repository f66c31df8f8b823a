import { UnionNode } from '../../../../webview/model/form/fields/unionNode.ts';
import { walk } from '../../../../webview/model/form/fields/walk.ts';
import type { Form } from '../../../../webview/model/form/form.ts';
import { seeded } from '../../config/support.ts';

const odd: readonly unknown[] = [
  null,
  true,
  1,
  'x',
  [],
  {},
  { toString: 1, valueOf: 1 },
  { constructor: 1 },
  ['a', 1],
  { $ref: '#' },
  '',
];
const names = ['a', 'b', 'c', 'toString', 'constructor', '__proto__', '', 'a/b~'];
const refs = ['#', '#/$defs/a', '#/$defs/b', '#/properties/a', '#x', '#/nowhere', 'https://example.org/x', '#/$defs/%'];

/** Schemas and values as nobody should write them. */
export class SchemaMaker {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = seeded(seed);
  }

  below(count: number): number {
    return Math.floor(this.#random() * count);
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }

  value(depth = 0): unknown {
    const kind = this.below(depth > 3 ? 5 : 8);
    if (kind < 5) return this.pick([null, true, false, 0, 1.5, -3, '', 'a', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaa!']);
    if (kind === 5) return Array.from({ length: this.below(4) }, () => this.value(depth + 1));
    return this.object(() => this.value(depth + 1));
  }

  object(inner: () => unknown): Record<string, unknown> {
    return Object.fromEntries(Array.from({ length: this.below(4) }, () => [this.pick(names), inner()]));
  }

  schema(depth = 0): unknown {
    if (depth > 4 || this.below(12) === 0) return this.pick([true, false, {}, { $ref: '#' }, ...odd]);
    const keywords = Array.from({ length: 1 + this.below(4) }, () => this.keyword(depth + 1));
    return Object.fromEntries(keywords);
  }

  keyword(depth: number): readonly [string, unknown] {
    const schema = (): unknown => this.schema(depth);
    const schemas = (): unknown[] => Array.from({ length: 1 + this.below(3) }, schema);
    const texts = (): string[] => [this.pick(names), this.pick(names)];
    const choices: readonly (() => readonly [string, unknown])[] = [
      () => [
        'type',
        this.pick(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null', ['object', 'null']]),
      ],
      () => [
        this.pick(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']),
        this.object(schema),
      ],
      () => [this.pick(['anyOf', 'oneOf', 'allOf', 'prefixItems', 'items']), schemas()],
      () => [
        this.pick(['items', 'not', 'if', 'then', 'else', 'contains', 'propertyNames', 'additionalProperties']),
        schema(),
      ],
      () => [this.pick(['unevaluatedProperties', 'unevaluatedItems', 'additionalItems']), schema()],
      () => ['required', texts()],
      () => [this.pick(['dependentRequired', 'dependencies']), this.object(texts)],
      () => [this.pick(['enum', 'examples']), [this.value(3), this.pick(odd)]],
      () => [this.pick(['const', 'default']), this.pick([this.value(2), ...odd])],
      () => [this.pick(['$ref', '$dynamicRef', '$recursiveRef']), this.pick(refs)],
      () => [
        this.pick(['$anchor', '$id', '$schema', '$conditions', 'nullable', 'format']),
        this.pick(['x', true, ...odd]),
      ],
      () => [
        this.pick(['minimum', 'minLength', 'maxItems', 'minItems', 'multipleOf', 'exclusiveMinimum']),
        this.pick([0, 2, true]),
      ],
      () => [
        this.pick(['uniqueItems', 'title', 'description', 'writeOnly', 'enumNames']),
        this.pick([true, 'x', ...odd]),
      ],
      () => ['pattern', this.pick(['^(a+)+$', '^(?:a?){22}b$', '^(a*a*a*a*a*)b$', '(', '(?<=a)b', 'a'])],
      () => [this.pick(['anyOf', 'oneOf', 'allOf']), [{ $ref: '#' }, { $ref: '#' }]],
      () => [this.pick(['type', 'properties', 'required', 'anyOf', 'items', 'enum', 'allOf']), this.pick(odd)],
    ];
    return this.pick(choices)();
  }
}

/** Everything a page does with a form. */
export function useForm(form: Form, maker: SchemaMaker): void {
  void [form.json.value, form.result.value, form.issues.value.length, form.problems.length];
  const nodes = [...walk(form.root)];
  for (const node of nodes.slice(0, 5)) {
    node.set();
    if (node instanceof UnionNode) node.choose(maker.below(node.branches.length));
    void [form.json.value, form.issues.value.length, form.issuesAt(node.pointer.value)];
    node.unset();
  }
  form.complete(maker.below(form.json.value.length + 1));
}
