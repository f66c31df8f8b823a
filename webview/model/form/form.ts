import { batch, computed, type ReadonlySignal, signal } from '@preact/signals-core';
import { isRecord, parseJson } from '../../../src/base/json.ts';
import { t } from '../../platform/l10n.ts';
import { NodeBuilder } from './fields/nodeBuilder.ts';
import { checkValue } from './check/check.ts';
import { type Issue, issue } from './check/issue.ts';
import { type Completion, complete } from './completion/completion.ts';
import type { FieldNode } from './fields/fieldNode.ts';
import { type Schema, typesOf } from '../../../src/base/schema/document/schema.ts';
import { type JsonProblem, scanJson } from '../json/scanJson.ts';
import { type SchemaProblem, schemaProblems } from './schema/schemaProblems.ts';
import { UnionNode } from './fields/unionNode.ts';
import { walk } from './fields/walk.ts';

type Args = Readonly<Record<string, unknown>>;
type FormResult = { readonly ok: true; readonly args: Args } | { readonly ok: false; readonly reason: string };

/** A tool's arguments: fields and JSON text, two views of one value. */
export class Form {
  readonly root: FieldNode;
  readonly value: ReadonlySignal<unknown>;
  /** The user tried to run it: from now on every missing value is a problem. */
  readonly attempted = signal(false);
  /** Problems of the schema itself, so that the user knows why a form looks odd. */
  readonly problems: readonly SchemaProblem[];
  readonly #builder: NodeBuilder;
  /** The text of the JSON tab, while it says more than the fields do. */
  readonly #typed = signal<string | undefined>(undefined);

  readonly json: ReadonlySignal<string> = computed(
    () => this.#typed.value ?? JSON.stringify(this.value.value ?? {}, undefined, 2),
  );
  /** Why the text is no JSON, and where. */
  readonly jsonProblem: ReadonlySignal<JsonProblem | undefined> = computed(() => {
    const text = this.#typed.value;
    const parsed = text === undefined ? undefined : parseJson(text);
    if (text === undefined || !parsed || parsed.ok) return undefined;
    return scanJson(text).problem ?? { at: 0, message: parsed.reason };
  });

  readonly #checked = computed(() => {
    const nodes = [...walk(this.root)];
    const chosen = chosenBranches(nodes);
    const { issues, isComplete } = checkValue(this.#builder.scope, this.value.value ?? {}, (at) => chosen.get(at));
    return { issues: [...issues, ...localIssues(nodes)], isComplete };
  });

  readonly issues: ReadonlySignal<readonly Issue[]> = computed(() => this.#checked.value.issues);
  /** False: the check would take too long here, and the server checks the rest. */
  readonly isFullyChecked: ReadonlySignal<boolean> = computed(() => this.#checked.value.isComplete);

  readonly #byPointer = computed(() => Map.groupBy(this.issues.value, ({ at }) => at));

  readonly result: ReadonlySignal<FormResult> = computed(() => {
    const problem = this.jsonProblem.value;
    if (problem) return { ok: false, reason: t('Not valid JSON: {0}', problem.message) };
    const value = this.value.value ?? {};
    return isRecord(value) ? { ok: true, args: value } : { ok: false, reason: t('The arguments must be an object.') };
  });

  constructor(schema: unknown) {
    this.#builder = new NodeBuilder(schema);
    this.problems = schemaProblems(schema);
    const parent = { pointer: signal(''), childEdited: () => this.#fieldEdited() };
    this.root = this.#builder.build(argumentsSchema(this.#builder.scope.root), { parent, required: true, depth: 0 });
    this.value = this.root.value;
  }

  load(value: unknown): void {
    batch(() => {
      this.#typed.value = undefined;
      this.#builder.opening(() => this.root.load(value));
    });
  }

  /** Valid text becomes the value at once; invalid text is kept, and the fields keep the last valid value. */
  type(text: string): void {
    batch(() => {
      const parsed = parseJson(text);
      this.#typed.value = text;
      if (parsed.ok) this.#builder.opening(() => this.root.load(parsed.value));
    });
  }

  /** Text that is no JSON is dropped: the last valid value is what counts again. */
  discardText(): void {
    this.#typed.value = undefined;
  }

  formatText(): void {
    const parsed = parseJson(this.json.peek());
    if (parsed.ok) this.type(JSON.stringify(parsed.value, undefined, 2));
  }

  /** What the schema suggests at the caret of the JSON text. */
  complete(caret: number): Completion {
    return complete(this.#builder.scope, this.json.peek(), caret);
  }

  issuesAt(pointer: string): readonly Issue[] {
    return this.#byPointer.value.get(pointer) ?? [];
  }

  #fieldEdited(): void {
    this.#typed.value = undefined;
  }
}

/** A tool's arguments are an object, even where the schema does not say so. */
function argumentsSchema(root: Schema): Schema {
  if (typeof root === 'boolean') return root && { type: 'object' };
  return typesOf(root) ? root : { allOf: [root, { type: 'object' }] };
}

function chosenBranches(nodes: readonly FieldNode[]): Map<string, number | undefined> {
  const unions = nodes.filter((node) => node instanceof UnionNode);
  return new Map(unions.map((union) => [union.pointer.value, union.origin]));
}

function localIssues(nodes: readonly FieldNode[]): Issue[] {
  return nodes.flatMap((node) => {
    const problem = node.problem.value;
    return problem === undefined ? [] : [issue(node.pointer.value, 'local', problem)];
  });
}
