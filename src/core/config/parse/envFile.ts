import { unsafeKeys } from './fields.ts';
import type { EnvPair } from './parseEnv.ts';

const assignment = /^[ \t]*(?:export[ \t]+)?([A-Za-z_][\w.-]*)[ \t]*(?:=|:[ \t])[ \t]*/;

/**
 * Reads dotenv text: `export`, comments, three kinds of quotes, and values over
 * several lines in quotes. Nothing is expanded inside, as in VS Code. Walks the
 * text once: dotenv's own pattern goes over runs of spaces again and again.
 */
export function parseEnvFile(text: string): readonly EnvPair[] {
  const pairs = new Map<string, string>();
  const normal = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
  for (let at = 0; at < normal.length;) {
    const lineEnd = endOfLine(normal, at);
    const found = assignment.exec(normal.slice(at, lineEnd));
    if (!found) {
      at = lineEnd + 1;
      continue;
    }
    const value = readValue(normal, at + found[0].length, lineEnd);
    if (found[1] !== undefined && !unsafeKeys.has(found[1])) pairs.set(found[1], value.text);
    at = endOfLine(normal, value.end) + 1;
  }
  return [...pairs];
}

function endOfLine(text: string, from: number): number {
  const at = text.indexOf('\n', from);
  return at < 0 ? text.length : at;
}

function readValue(text: string, from: number, lineEnd: number): { readonly text: string; readonly end: number } {
  const quote = text[from];
  if (quote === '"' || quote === "'" || quote === '`') {
    const end = closingQuote(text, from + 1, quote);
    if (end >= 0) return { text: unescape(text.slice(from + 1, end), quote), end };
  }
  const bare = text.slice(from, lineEnd);
  const comment = quote === '#' ? 0 : bare.search(/[ \t]#/);
  return { text: (comment < 0 ? bare : bare.slice(0, comment)).trim(), end: lineEnd };
}

function closingQuote(text: string, from: number, quote: string): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === quote) return at;
  }
  return -1;
}

/** Only double quotes know escapes. */
function unescape(inner: string, quote: string): string {
  if (quote !== '"') return inner;
  const known: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '"': '"', '\\': '\\' };
  return inner.replaceAll(/\\(.)/gs, (whole, letter: string) => known[letter] ?? whole);
}
