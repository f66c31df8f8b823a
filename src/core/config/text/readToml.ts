import type { JsonObject, JsonValue } from '../../../base/json.ts';

type Table = Record<string, JsonValue>;

/** Reads TOML as configuration files use it; a date stays the text that it is. `undefined` where it is no TOML. */
export function readToml(text: string): JsonObject | undefined {
  try {
    return new TomlReader(text).read();
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

class TomlReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text.replace(/^\uFEFF/, '');
  }

  read(): JsonObject {
    const root = newTable();
    let table = root;
    for (this.#skip(/[\s]|#.*/y); this.#at < this.#text.length; this.#skip(/[\s]|#.*/y)) {
      if (this.#taken('[')) table = this.#header(root);
      else this.#pair(table);
    }
    return root;
  }

  #header(root: Table): Table {
    const isList = this.#taken('[');
    const path = this.#key();
    this.#expect(isList ? ']]' : ']');
    const parent = path.slice(0, -1).reduce(inner, root);
    const last = path.at(-1) ?? '';
    if (!isList) return inner(parent, last);
    const list = (parent[last] ??= []);
    if (!Array.isArray(list)) throw new SyntaxError(last);
    const table = newTable();
    list.push(table);
    return table;
  }

  #pair(table: Table): void {
    const path = this.#key();
    this.#expect('=');
    const target = path.slice(0, -1).reduce(inner, table);
    target[path.at(-1) ?? ''] = this.#value();
  }

  /** Dotted, each part bare or quoted. */
  #key(): readonly string[] {
    const parts: string[] = [];
    do {
      this.#skip(/[ \t]/y);
      const quoted = this.#string();
      parts.push(quoted ?? this.#match(/[\w-]+/y));
      this.#skip(/[ \t]/y);
    } while (this.#taken('.'));
    return parts;
  }

  #value(): JsonValue {
    this.#skip(/[ \t]/y);
    const text = this.#string();
    if (text !== undefined) return text;
    if (this.#taken('[')) return this.#items(']', () => this.#value());
    if (this.#taken('{')) {
      const table = newTable();
      this.#items('}', () => this.#pair(table));
      return table;
    }
    const word = this.#match(/[^\s,\]}#]+/y);
    if (word === 'true' || word === 'false') return word === 'true';
    const number = Number(word.replaceAll('_', ''));
    return Number.isNaN(number) ? word : number;
  }

  #items<T>(end: string, one: () => T): T[] {
    const found: T[] = [];
    for (;;) {
      this.#skip(/[\s,]|#.*/y);
      if (this.#taken(end)) return found;
      found.push(one());
    }
  }

  #string(): string | undefined {
    const quoted = /"""\n?([^]*?)"""|'''\n?([^]*?)'''|"((?:\\.|[^"\\\n])*)"|'([^'\n]*)'/y;
    quoted.lastIndex = this.#at;
    const found = quoted.exec(this.#text);
    if (!found) return undefined;
    this.#at = quoted.lastIndex;
    const [, longBasic, longLiteral, basic, literal] = found;
    return longLiteral ?? literal ?? unescape(longBasic ?? basic ?? '');
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found === undefined) throw new SyntaxError(String(this.#at));
    this.#at = pattern.lastIndex;
    return found;
  }

  #skip(pattern: RegExp): void {
    for (pattern.lastIndex = this.#at; pattern.test(this.#text);) this.#at = pattern.lastIndex;
  }

  #taken(text: string): boolean {
    const isThere = this.#text.startsWith(text, this.#at);
    if (isThere) this.#at += text.length;
    return isThere;
  }

  #expect(text: string): void {
    if (!this.#taken(text)) throw new SyntaxError(text);
  }
}

/** Without a prototype: a key `__proto__` is one like any other. */
function newTable(): Table {
  return Object.create(null) as Table;
}

/** The table of that name, in a list of tables its last one. */
function inner(table: Table, key: string): Table {
  const found = (table[key] ??= newTable());
  const last: unknown = Array.isArray(found) ? found.at(-1) : found;
  if (typeof last !== 'object' || last === null) throw new SyntaxError(key);
  return last as Table;
}

const escapes: Readonly<Record<string, string>> = { b: '\b', t: '\t', n: '\n', f: '\f', r: '\r' };

function unescape(text: string): string {
  return text.replaceAll(/\\(?:u([\dA-Fa-f]{4})|U([\dA-Fa-f]{8})|\s*\n\s*|([^]))/g, (_, short, long, plain) => {
    const code = Number.parseInt(short ?? long ?? '', 16);
    if (!Number.isNaN(code)) return code <= 0x10ffff ? String.fromCodePoint(code) : '\uFFFD';
    return plain === undefined ? '' : (escapes[plain] ?? plain);
  });
}
