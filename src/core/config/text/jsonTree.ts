import { l10n } from '../../../base/l10n.ts';
import type { JsonObject, JsonValue } from '../../../base/json.ts';
import { Tokens, token } from './jsonTokens.ts';

/*
 * jsonc-parser's own tree is not used: it loses the root when a bracket is
 * missing, an unclosed array takes in the rest of the file, and deep nesting
 * overflows its stack. Its scanner has none of these faults.
 */

export type JsonNode = ObjectNode | ArrayNode | ScalarNode;

interface Placed {
  readonly offset: number;
  readonly length: number;
}

export interface ObjectNode extends Placed {
  readonly kind: 'object';
  readonly members: readonly Member[];
}

export interface ArrayNode extends Placed {
  readonly kind: 'array';
  readonly items: readonly JsonNode[];
}

interface ScalarNode extends Placed {
  readonly kind: 'string' | 'number' | 'boolean' | 'null';
  readonly value: string | number | boolean | null;
}

export interface Member extends Placed {
  readonly key: string;
  readonly keyOffset: number;
  readonly keyLength: number;
  /** Absent while it is being typed. */
  readonly value: JsonNode | undefined;
}

export interface SyntaxError extends Placed {
  readonly message: string;
  readonly tooDeep?: true;
}

export interface JsonTree {
  readonly root: JsonNode | undefined;
  readonly errors: readonly SyntaxError[];
  /** Every bracket that was opened is closed. */
  readonly isClosed: boolean;
}

/** Where a part of a text begins, and how deep in the whole. */
interface Part {
  readonly offset: number;
  readonly depth: number;
}

const maxDepth = 100;
export const maxErrors = 50;

const scanErrors: Readonly<Record<number, () => string>> = {
  1: () => l10n.t('This comment is not closed.'),
  2: () => l10n.t('This string is not closed.'),
  3: () => l10n.t('This number is incomplete.'),
  4: () => l10n.t('Not a valid Unicode escape.'),
  5: () => l10n.t('Not a valid escape.'),
  6: () => l10n.t('Control characters must be escaped.'),
};

/** Reads JSON with comments and trailing commas. Never throws; what cannot be read is an error with its place. */
export function parseJsonTree(text: string, part: Part = { offset: 0, depth: 0 }): JsonTree {
  return new TreeReader(text, part).read();
}

class TreeReader {
  readonly #text: string;
  readonly #tokens: Tokens;
  readonly #errors: SyntaxError[] = [];
  readonly #depth: number;
  #isClosed = true;
  #token = 0;
  #lastEnd = 0;
  #openObjects = 0;
  #openArrays = 0;

  constructor(text: string, { offset, depth }: Part) {
    // A byte order mark is a symbol to the scanner; a space keeps every offset.
    this.#text = text.charCodeAt(0) === 0xfeff ? ' ' + text.slice(1) : text;
    this.#tokens = new Tokens(this.#text, offset);
    this.#depth = depth;
    this.#next();
  }

  read(): JsonTree {
    const root = this.#value(this.#depth);
    if (root && this.#token !== token.end) this.#failHere(l10n.t('Unexpected text after the end.'));
    if (!root && this.#token !== token.end) this.#failHere(l10n.t('A value is expected here.'));
    if (!root && this.#token === token.end) this.#fail(l10n.t('This file is empty.'), 0, this.#text.length);
    return { root, errors: this.#errors, isClosed: this.#isClosed };
  }

  #value(depth: number): JsonNode | undefined {
    if (depth > maxDepth) return this.#skipDeep();
    switch (this.#token) {
      case token.openBrace:
        return this.#object(depth);
      case token.openBracket:
        return this.#array(depth);
      case token.string:
        return this.#scalar('string', this.#tokens.value);
      case token.number:
        return this.#number();
      case token.trueWord:
      case token.falseWord:
        return this.#scalar('boolean', this.#token === token.trueWord);
      case token.nullWord:
        return this.#scalar('null', null);
      default:
        return undefined;
    }
  }

  #scalar(kind: ScalarNode['kind'], value: ScalarNode['value']): ScalarNode {
    const node = { kind, value, offset: this.#tokens.offset, length: this.#tokens.length };
    this.#next();
    return node;
  }

  #number(): ScalarNode {
    const value = Number(this.#tokens.value);
    if (!Number.isFinite(value)) this.#failHere(l10n.t('Not a valid number.'));
    return this.#scalar('number', Number.isFinite(value) ? value : 0);
  }

  #object(depth: number): ObjectNode {
    const offset = this.#tokens.offset;
    const members: Member[] = [];
    this.#openObjects++;
    this.#next();
    this.#readSeparated(
      () => this.#atEndOfObject(),
      () => {
        if (this.#token === token.string) members.push(this.#member(depth));
        else this.#skipStray(l10n.t('A name in double quotes is expected here.'), depth);
      },
    );
    this.#openObjects--;
    this.#close(token.closeBrace, l10n.t('A closing } is missing.'));
    return { kind: 'object', offset, length: this.#lastEnd - offset, members };
  }

  #atEndOfObject(): boolean {
    if (this.#token === token.closeBrace || this.#token === token.end) return true;
    // A stray ] ends this object only where it can close a list further out.
    return this.#token === token.closeBracket && this.#openArrays > 0;
  }

  #member(depth: number): Member {
    const keyOffset = this.#tokens.offset;
    const keyLength = this.#tokens.length;
    const key = this.#tokens.value;
    this.#next();
    let value: JsonNode | undefined;
    if (this.#token !== token.colon) this.#failAfterLast(l10n.t('A colon is missing after this name.'));
    else {
      this.#next();
      value = this.#valueIsMissing() ? undefined : this.#value(depth + 1);
      if (!value) this.#missingValue();
    }
    return { key, keyOffset, keyLength, value, offset: keyOffset, length: this.#lastEnd - keyOffset };
  }

  /** `"command":` still to be typed must not take the next line's name for its value. */
  #valueIsMissing(): boolean {
    return this.#token === token.string && this.#tokens.scanForColon();
  }

  #missingValue(): void {
    if (this.#isSeparator()) this.#failAfterLast(l10n.t('A value is missing here.'));
    else {
      this.#failHere(l10n.t('A value is expected here.'));
      if (this.#token !== token.string) this.#next();
    }
  }

  #array(depth: number): ArrayNode {
    const offset = this.#tokens.offset;
    const items: JsonNode[] = [];
    this.#openArrays++;
    this.#next();
    this.#readSeparated(
      () => this.#atEndOfArray(),
      () => {
        const item = this.#value(depth + 1);
        if (item) items.push(item);
        else this.#skipStray(l10n.t('A value is expected here.'), depth);
      },
    );
    this.#openArrays--;
    this.#close(token.closeBracket, l10n.t('A closing ] is missing.'));
    return { kind: 'array', offset, length: this.#lastEnd - offset, items };
  }

  #atEndOfArray(): boolean {
    if (this.#token === token.closeBracket || this.#token === token.end) return true;
    return this.#token === token.closeBrace && this.#openObjects > 0;
  }

  /** Reads values up to the end; a missing comma and a superfluous one are errors. */
  #readSeparated(isAtEnd: () => boolean, readOne: () => void): void {
    let separated = true;
    while (!isAtEnd()) {
      if (this.#token === token.comma) {
        if (separated) this.#failHere(l10n.t('Unexpected comma.'));
        separated = true;
        this.#next();
        continue;
      }
      if (!separated) this.#failAfterLast(l10n.t('A comma is missing here.'));
      separated = false;
      readOne();
    }
  }

  #close(expected: number, message: string): void {
    if (this.#token === expected) this.#next();
    else {
      this.#isClosed = false;
      this.#failAfterLast(message);
    }
  }

  #skipStray(message: string, depth: number): void {
    this.#failHere(message);
    if (this.#token === token.openBrace || this.#token === token.openBracket) this.#value(depth + 1);
    else this.#next();
  }

  /** Walks over brackets without recursion, however many there are. */
  #skipDeep(): ScalarNode {
    const offset = this.#tokens.offset;
    let open = 0;
    do {
      if (this.#token === token.openBrace || this.#token === token.openBracket) open++;
      if (this.#token === token.closeBrace || this.#token === token.closeBracket) open--;
      this.#next();
    } while (open > 0 && this.#token !== token.end);
    this.#push({
      message: l10n.t('Values may be nested at most {0} deep.', maxDepth),
      offset,
      length: 1,
      tooDeep: true,
    });
    return { kind: 'null', value: null, offset, length: this.#lastEnd - offset };
  }

  #isSeparator(): boolean {
    const current = this.#token;
    return (
      current === token.closeBrace ||
      current === token.closeBracket ||
      current === token.comma ||
      current === token.end ||
      current === token.string
    );
  }

  #next(): void {
    if (this.#token !== 0) this.#lastEnd = this.#tokens.end;
    this.#tokens.next();
    this.#token = this.#tokens.kind;
    const message = scanErrors[this.#tokens.error]?.();
    if (message !== undefined) this.#failHere(message);
  }

  #failHere(message: string): void {
    this.#fail(message, this.#tokens.offset, Math.max(1, this.#tokens.length));
  }

  #failAfterLast(message: string): void {
    this.#fail(message, Math.max(0, this.#lastEnd - 1), 1);
  }

  #fail(message: string, offset: number, length: number): void {
    this.#push({ message, offset, length });
  }

  #push(error: SyntaxError): void {
    if (this.#errors.length < maxErrors) this.#errors.push(error);
  }
}

/** Plain data of a node. `__proto__` becomes an ordinary key; of equal names the last one counts, as in VS Code. */
export function toValue(node: JsonNode): JsonValue {
  if (node.kind === 'object') return toObject(node);
  if (node.kind === 'array') return node.items.map(toValue);
  return node.value;
}

export function toObject(node: ObjectNode): JsonObject {
  const pairs: [string, JsonValue][] = [];
  for (const { key, value } of node.members) if (value) pairs.push([key, toValue(value)]);
  return Object.fromEntries(pairs);
}

/** Of equal names the last one. */
export function memberOf(node: JsonNode | undefined, key: string): Member | undefined {
  if (node?.kind !== 'object') return undefined;
  for (let at = node.members.length - 1; at >= 0; at--) {
    if (node.members[at]?.key === key) return node.members[at];
  }
  return undefined;
}

export function nodeAt(root: JsonNode | undefined, path: readonly (string | number)[]): JsonNode | undefined {
  let node = root;
  for (const step of path) {
    if (typeof step === 'string') node = memberOf(node, step)?.value;
    else node = node?.kind === 'array' ? node.items[step] : undefined;
  }
  return node;
}

/** The key where there is one, because a whole object underlined tells nothing; the nearest ancestor of what is missing. */
export function placeAt(
  root: JsonNode | undefined,
  path: readonly (string | number)[],
): { readonly offset: number; readonly length: number } {
  let node = root;
  let place = { offset: root?.offset ?? 0, length: 1 };
  for (const step of path) {
    const member = typeof step === 'string' ? memberOf(node, step) : undefined;
    node = member ? member.value : node?.kind === 'array' && typeof step === 'number' ? node.items[step] : undefined;
    if (member) place = { offset: member.keyOffset, length: member.keyLength };
    else if (node) place = { offset: node.offset, length: node.kind === 'object' ? 1 : node.length };
    else break;
  }
  return place;
}
