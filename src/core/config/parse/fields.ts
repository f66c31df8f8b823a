import { l10n } from '../../../base/l10n.ts';
import type { JsonNode, Member, ObjectNode } from '../text/jsonTree.ts';
import type { ProblemCode } from '../model/model.ts';
import { type TextRange, type ProblemList, describeKind, keyRange } from '../model/problems.ts';

/** Names that could pollute an object's prototype. */
export const unsafeKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Reads the fields of one server. Each read reports a problem and continues, so
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

  /** Keys that were not read. */
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
    this.fail(l10n.t('"{0}" must be a string, not {1}.', found.key, describeKind(found.value)), found.value);
    return undefined;
  }

  /** An invalid value is reported and does not keep the server from starting. */
  flag(...keys: readonly string[]): boolean | undefined {
    return this.#soft(keys, 'boolean', l10n.t('true or false')) as boolean | undefined;
  }

  number(...keys: readonly string[]): number | undefined {
    return this.#soft(keys, 'number', l10n.t('a number')) as number | undefined;
  }

  note(...keys: readonly string[]): string | undefined {
    return this.#soft(keys, 'string', l10n.t('a string')) as string | undefined;
  }

  map(...keys: readonly string[]): ObjectNode | undefined {
    const found = this.member(...keys)?.value;
    if (found?.kind === 'object') return found;
    this.#soft(keys, 'object', l10n.t('an object'));
    return undefined;
  }

  /** Numbers and booleans in a list of arguments become strings. */
  texts(...keys: readonly string[]): readonly string[] | undefined {
    const found = this.member(...keys);
    if (!found) return undefined;
    if (found.value.kind === 'null') return [];
    if (found.value.kind !== 'array') {
      this.fail(l10n.t('"{0}" must be a list of strings, not {1}.', found.key, describeKind(found.value)), found.value);
      return undefined;
    }
    return found.value.items.flatMap((item, at) => this.#item(item, l10n.t('Item {0} of "{1}"', at + 1, found.key)));
  }

  clean(text: string, at: TextRange, what: string): string {
    // spawn() throws on NUL, and a dialog would hide what follows it.
    if (text.includes('\0')) this.fail(l10n.t('{0} contains a NUL character.', what), at);
    return text;
  }

  #item(item: JsonNode, what: string): readonly string[] {
    if (item.kind === 'string' || item.kind === 'number' || item.kind === 'boolean') {
      return [this.clean(String(item.value), item, what)];
    }
    this.fail(l10n.t('{0} must be a string, not {1}.', what, describeKind(item)), item);
    return [];
  }

  #soft(keys: readonly string[], kind: JsonNode['kind'], words: string): unknown {
    const found = this.member(...keys);
    if (!found || found.value.kind === 'null') return undefined;
    if (found.value.kind === kind) return 'value' in found.value ? found.value.value : undefined;
    const message = l10n.t('"{0}" must be {1}, not {2}; it is ignored.', found.key, words, describeKind(found.value));
    this.problems.warn('wrong-type', message, found.value, this.server);
    return undefined;
  }

  #keep(member: Member): void {
    if (unsafeKeys.has(member.key)) {
      this.problems.warn(
        'wrong-type',
        l10n.t('"{0}" is not a key that can be used; it is ignored.', member.key),
        keyRange(member),
        this.server,
      );
      return;
    }
    const before = this.#members.get(member.key);
    if (before) {
      const message = l10n.t('"{0}" is defined twice; the last one counts.', member.key);
      this.problems.warn('duplicate-key', message, keyRange(before), this.server);
    }
    this.#members.set(member.key, member);
  }
}
