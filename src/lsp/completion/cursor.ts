import { getLocation } from 'jsonc-parser';
import { serverContainers } from '../../core/config/parse/candidates.ts';
import { configFormats } from '../../core/config/model/formats.ts';
import { nodeAt } from '../../core/config/text/jsonTree.ts';
import type { JsonPath } from '../../core/config/model/model.ts';
import type { TextRange } from '../../core/config/model/problems.ts';
import type { ConfigText } from '../document/configText.ts';

/** What a user is about to write. */
export type Role =
  | { readonly kind: 'rootKey' }
  | { readonly kind: 'serverName'; readonly home: JsonPath }
  | { readonly kind: 'serverKey'; readonly server: JsonPath }
  | { readonly kind: 'value'; readonly server: JsonPath; readonly key: string; readonly rest: JsonPath }
  | { readonly kind: 'mapKey'; readonly server: JsonPath; readonly key: string }
  | { readonly kind: 'input'; readonly key: string }
  | { readonly kind: 'none' };

export interface Cursor {
  readonly offset: number;
  readonly role: Role;
  /** What a completion replaces: the text with its quotes, or nothing yet. */
  readonly token: TextRange;
  /** Inside the quotes, up to the cursor. */
  readonly typed: string;
  /** The key has a colon behind it already. */
  readonly hasColon: boolean;
  /** Another name follows: what is put in before it needs a comma behind it. */
  readonly needsComma: boolean;
}

/** Works on half-typed text, because completion is requested then. */
export function cursorAt(document: ConfigText, offset: number): Cursor {
  const { text } = document;
  const { path, isAtPropertyKey } = getLocation(text, offset);
  const token = tokenAt(text, offset);
  const quoted = text[token.offset] === '"' ? 1 : 0;
  return {
    offset,
    role: roleOf(path, isAtPropertyKey, document),
    token,
    typed: text.slice(token.offset + quoted, offset),
    hasColon: /^\s*:/.test(text.slice(token.offset + token.length)),
    needsComma: isAtPropertyKey && /^\s*"/.test(text.slice(token.offset + token.length)),
  };
}

/** The text that the cursor is in, or the bare word before it. An unclosed text ends with its line. */
function tokenAt(text: string, offset: number): TextRange {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  const lineEnd = text.indexOf('\n', offset) < 0 ? text.length : text.indexOf('\n', offset);
  for (const match of text.slice(lineStart, lineEnd).matchAll(/"(?:\\.|[^"\\\r])*("|$)/g)) {
    const start = lineStart + match.index;
    const end = start + match[0].length;
    const closed = match[1] === '"';
    if (offset > start && (offset < end || (!closed && offset <= end))) {
      return { offset: start, length: closed ? match[0].length : offset - start };
    }
  }
  const word = /[\w.$@{}/:-]*$/.exec(text.slice(lineStart, offset))?.[0] ?? '';
  const bare = word.startsWith(':') ? '' : word;
  return { offset: offset - bare.length, length: bare.length };
}

function roleOf(path: JsonPath, atKey: boolean, document: ConfigText): Role {
  const input = inputRole(path, atKey, document);
  if (input) return input;
  const home = homeOf(path, document);
  if (!home) return path.length === 1 && atKey ? { kind: 'rootKey' } : { kind: 'none' };
  const rest = path.slice(home.length);
  if (rest.length === 1 && atKey) return { kind: 'serverName', home };
  const server = path.slice(0, home.length + 1);
  const key = String(rest[1] ?? '');
  if (rest.length === 2 && atKey) return { kind: 'serverKey', server };
  if (rest.length === 3 && atKey) return { kind: 'mapKey', server, key };
  return rest.length >= 2 && !atKey ? { kind: 'value', server, key, rest: rest.slice(2) } : { kind: 'none' };
}

function inputRole(path: JsonPath, atKey: boolean, document: ConfigText): Role | undefined {
  const home = configFormats[document.kind].inputs;
  if (!home || !startsWith(path, home) || path.length < home.length + 2) return undefined;
  const key = String(path.at(-1));
  return { kind: 'input', key: atKey ? '' : key };
}

/** Where the servers stand; the whole file where it is a bare map. */
function homeOf(path: JsonPath, document: ConfigText): JsonPath | undefined {
  const { root } = document.config;
  const places = serverContainers(document.kind);
  const home = places.find((place) => startsWith(path, place) && path.length > place.length);
  if (home) return home;
  const bare = configFormats[document.kind].bareMap && !places.some((place) => nodeAt(root, place));
  return bare && path.length > 1 ? [] : undefined;
}

function startsWith(path: JsonPath, head: JsonPath): boolean {
  return head.every((step, at) => path[at] === step);
}
