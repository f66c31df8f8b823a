import type { JsonNode, Member, ObjectNode } from '../text/jsonTree.ts';
import type { ProblemCode } from '../model/model.ts';
import { type TextRange, type ProblemList, describeKind, keyRange } from '../model/problems.ts';

/** Names that would reach into an object's prototype if some later code were careless with them. */
export const unsafeKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Reads the fields of one server. Each read says what is wrong and goes on, so
 * that every mistake of an entry is listed, not only the first.
 */
export class Fields {
  readonly problems: ProblemList;
  readonly server: string;
  readonly node: ObjectNode;
  readonly #members = new Map<string, Member>();
  readonly #used = new Set<string>();
  #failed = false;

  constructor(node: ObjectNode, server: string, problems: ProblemList) {
    this.node = node;
    this.server = server;
    this.problems = problems;
    node.members.forEach((member) => this.#keep(member));
  }

  get failed(): boolean {
    return this.#failed;
  }

  /** Keys nobody asked for. */
  get unused(): readonly Member[] {
    return [...this.#members.values()].filter(({ key }) => !this.#used.has(key));
  }

  has(key: string): boolean {
    return this.#members.has(key);
  }

  /** The first of these keys that is there; all of them count as known. */
  member(...keys: readonly string[]): (Member & { readonly value: JsonNode }) | undefined {
    let found: Member | undefined;
    // By index, as each of a thousand servers is asked for dozens of keys: an iterator would be garbage every time.
    for (let at = 0; at < keys.length; at++) {
      const member = this.#members.get(keys[at] ?? '');
      if (!member) continue;
      this.#used.add(member.key);
      if (member.value) found ??= member;
    }
    return found as (Member & { readonly value: JsonNode }) | undefined;
  }

  fail(message: string, at: TextRange, code: ProblemCode = 'wrong-type'): void {
    this.#failed = true;
    this.problems.error(code, message, at, this.server);
  }

  text(...keys: readonly string[]): string | undefined {
    const found = this.member(...keys);
    if (!found) return undefined;
    if (found.value.kind === 'string') return this.clean(String(found.value.value), found.value, `"${found.key}"`);
    this.fail(`"${found.key}" must be text, not ${describeKind(found.value)}.`, found.value);
    return undefined;
  }

  /** A wrong one is said and does not keep the server from starting. */
  flag(...keys: readonly string[]): boolean | undefined {
    return this.#soft(keys, 'boolean', 'true or false') as boolean | undefined;
  }

  number(...keys: readonly string[]): number | undefined {
    return this.#soft(keys, 'number', 'a number') as number | undefined;
  }

  note(...keys: readonly string[]): string | undefined {
    return this.#soft(keys, 'string', 'text') as string | undefined;
  }

  /** Numbers and booleans in a list of arguments are taken as they read. */
  texts(...keys: readonly string[]): readonly string[] | undefined {
    const found = this.member(...keys);
    if (!found) return undefined;
    if (found.value.kind === 'null') return [];
    if (found.value.kind !== 'array') {
      this.fail(`"${found.key}" must be a list of texts, not ${describeKind(found.value)}.`, found.value);
      return undefined;
    }
    return found.value.items.flatMap((item, at) => this.#item(item, `"${found.key}" item ${at + 1}`));
  }

  clean(text: string, at: TextRange, what: string): string {
    // spawn() throws on NUL, and a dialog would hide what follows it.
    if (text.includes('\0')) this.fail(`${what} holds a NUL character.`, at);
    return text;
  }

  #item(item: JsonNode, what: string): readonly string[] {
    if (item.kind === 'string' || item.kind === 'number' || item.kind === 'boolean') {
      return [this.clean(String(item.value), item, what)];
    }
    this.fail(`${what} must be text, not ${describeKind(item)}.`, item);
    return [];
  }

  #soft(keys: readonly string[], kind: JsonNode['kind'], words: string): unknown {
    const found = this.member(...keys);
    if (!found || found.value.kind === 'null') return undefined;
    if (found.value.kind === kind) return 'value' in found.value ? found.value.value : undefined;
    const message = `"${found.key}" must be ${words}, not ${describeKind(found.value)}; it is ignored.`;
    this.problems.warn('wrong-type', message, found.value, this.server);
    return undefined;
  }

  #keep(member: Member): void {
    if (unsafeKeys.has(member.key)) {
      this.problems.warn(
        'wrong-type',
        `"${member.key}" is not a key that can be used; it is ignored.`,
        keyRange(member),
        this.server,
      );
      return;
    }
    const before = this.#members.get(member.key);
    if (before) {
      const message = `"${member.key}" stands here twice; the last one counts.`;
      this.problems.warn('duplicate-key', message, keyRange(before), this.server);
    }
    this.#members.set(member.key, member);
  }
}
