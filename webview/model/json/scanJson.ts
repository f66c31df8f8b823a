import { escapePointer } from '../../../src/base/schema/document/pointer.ts';
import { t } from '../../platform/l10n.ts';

type JsonTokenKind = 'key' | 'string' | 'number' | 'word' | 'mark' | 'wrong';

export interface JsonToken {
  readonly kind: JsonTokenKind;
  readonly from: number;
  readonly to: number;
}

export interface JsonProblem {
  readonly at: number;
  readonly message: string;
}

interface JsonScan {
  readonly tokens: readonly JsonToken[];
  /** The first thing that is no JSON. */
  readonly problem?: JsonProblem;
  /** Where the value of each JSON pointer begins, as its token. */
  readonly places: ReadonlyMap<string, JsonToken>;
}

type Expected = 'value' | 'first value' | 'key' | 'first key' | 'colon' | 'comma' | 'end';

interface Frame {
  readonly isArray: boolean;
  readonly pointer: string;
  key: string;
  index: number;
}

const token =
  /"(?:[^"\\\n]|\\.)*"?|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|true\b|false\b|null\b|[{}[\],:]|[^\s{}[\],:"]+/g;

/** The pointers of deeper values would take longer than all the rest. */
const deepestPlace = 100;

/** Goes over a JSON text once, without recursion: what each part is, where values are, and what is wrong first. */
export function scanJson(text: string): JsonScan {
  const scanner = new JsonScanner();
  for (const { 0: part, index } of text.matchAll(token)) scanner.take(part, index);
  return scanner.finish(text.length);
}

class JsonScanner {
  readonly #tokens: JsonToken[] = [];
  readonly #places = new Map<string, JsonToken>();
  readonly #stack: Frame[] = [];
  #expected: Expected = 'value';
  #problem: JsonProblem | undefined;

  take(part: string, from: number): void {
    const isKey = this.#expected === 'key' || this.#expected === 'first key';
    const kind = kindOf(part, isKey);
    const one: JsonToken = { kind, from, to: from + part.length };
    this.#tokens.push(one);
    if (this.#problem) return;
    if (kind === 'wrong') this.#fail(from, part.startsWith('"') ? t('The text has no closing quote.') : this.#wanted());
    else if (kind === 'mark') this.#takeMark(part, one);
    else if (kind === 'key') this.#takeKey(part);
    else if (this.#startValue(one)) this.#expected = this.#after();
  }

  finish(length: number): JsonScan {
    if (!this.#problem && this.#expected !== 'end') this.#fail(length, this.#wanted());
    return { tokens: this.#tokens, places: this.#places, ...(this.#problem && { problem: this.#problem }) };
  }

  #takeKey(part: string): void {
    this.#stack.at(-1)!.key = unquoted(part);
    this.#expected = 'colon';
  }

  #takeMark(mark: string, one: JsonToken): void {
    const expected = this.#expected;
    if (mark === '{' || mark === '[') return this.#open(mark === '[', one);
    if (mark === ':' && expected === 'colon') this.#expected = 'value';
    else if (mark === ',' && expected === 'comma') this.#next();
    else if (mark === this.#closing() && (expected === 'comma' || expected.startsWith('first '))) this.#close();
    else this.#fail(one.from, this.#wanted());
  }

  #open(isArray: boolean, one: JsonToken): void {
    if (!this.#startValue(one)) return;
    this.#stack.push({ isArray, pointer: this.#pointer(), key: '', index: 0 });
    this.#expected = isArray ? 'first value' : 'first key';
  }

  #close(): void {
    this.#stack.pop();
    this.#expected = this.#after();
  }

  #next(): void {
    const frame = this.#stack.at(-1)!;
    frame.index++;
    this.#expected = frame.isArray ? 'value' : 'key';
  }

  #startValue(one: JsonToken): boolean {
    const isAllowed = this.#expected === 'value' || this.#expected === 'first value';
    if (isAllowed && this.#stack.length < deepestPlace) this.#places.set(this.#pointer(), one);
    if (!isAllowed) this.#fail(one.from, this.#wanted());
    return isAllowed;
  }

  #pointer(): string {
    const frame = this.#stack.at(-1);
    return frame ? `${frame.pointer}/${frame.isArray ? frame.index : escapePointer(frame.key)}` : '';
  }

  #after(): Expected {
    return this.#stack.length === 0 ? 'end' : 'comma';
  }

  #closing(): string | undefined {
    const frame = this.#stack.at(-1);
    return frame && (frame.isArray ? ']' : '}');
  }

  #fail(at: number, message: string): void {
    this.#problem ??= { at, message };
  }

  #wanted(): string {
    switch (this.#expected) {
      case 'key':
        return t('A name in double quotes is expected here.');
      case 'first key':
        return t('A name in double quotes, or {0}, is expected here.', '}');
      case 'colon':
        return t('{0} is expected here.', ':');
      case 'comma':
        return t('{0} or {1} is expected here.', ',', this.#closing() ?? '');
      case 'end':
        return t('Nothing more is expected here.');
      case 'value':
      case 'first value':
        return t('A value is expected here.');
      default:
        return this.#expected satisfies never;
    }
  }
}

function kindOf(part: string, isKey: boolean): JsonTokenKind {
  if (part.startsWith('"')) return /^"(?:[^"\\\n]|\\.)*"$/.test(part) ? (isKey ? 'key' : 'string') : 'wrong';
  if (/^[{}[\],:]$/.test(part)) return 'mark';
  if (/^(?:true|false|null)$/.test(part)) return 'word';
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(part) ? 'number' : 'wrong';
}

function unquoted(part: string): string {
  try {
    return String(JSON.parse(part));
  } catch {
    return part.slice(1, -1); // a wrong escape: the parser says so
  }
}

interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** Both from 1, as editors count. */
export function placeAt(text: string, at: number): TextPlace {
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
