import type { Piece } from './template.ts';

/** For a POSIX shell. */
export function shellQuote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** In double quotes, so that the variables are filled in. */
export function shellText(pieces: readonly Piece[]): string {
  const inner = pieces.map((piece) =>
    piece.kind === 'variable' ? `\${${piece.name}}` : piece.text.replaceAll(/[\\"$`]/g, String.raw`\$&`),
  );
  return `"${inner.join('')}"`;
}

export function jsText(pieces: readonly Piece[]): string {
  if (pieces.every(({ kind }) => kind === 'text')) return JSON.stringify(plain(pieces));
  const inner = pieces.map((piece) =>
    piece.kind === 'variable'
      ? `\${process.env[${JSON.stringify(piece.name)}] ?? ''}`
      : piece.text.replaceAll(/[\\`$]/g, String.raw`\$&`),
  );
  return `\`${inner.join('')}\``;
}

/** JSON's texts are Python's too. */
export function pyText(pieces: readonly Piece[]): string {
  const parts = pieces.map((piece) =>
    piece.kind === 'variable' ? `os.environ[${JSON.stringify(piece.name)}]` : JSON.stringify(piece.text),
  );
  return parts.length === 0 ? '""' : parts.join(' + ');
}

export function pyValue(value: unknown, indent = ''): string {
  if (value === null || value === undefined) return 'None';
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (typeof value === 'string' || typeof value === 'number') return JSON.stringify(value);
  const inner = `${indent}    `;
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const entries = Array.isArray(value)
    ? value.map((item) => pyValue(item, inner))
    : Object.entries(value as object).map(([key, item]) => `${JSON.stringify(key)}: ${pyValue(item, inner)}`);
  if (entries.length === 0) return `${open}${close}`;
  return `${open}\n${entries.map((entry) => `${inner}${entry},\n`).join('')}${indent}${close}`;
}

export function jsValue(value: unknown, indent: string): string {
  return JSON.stringify(value, undefined, 2).replaceAll('\n', `\n${indent}`);
}

export function plain(pieces: readonly Piece[]): string {
  return pieces.map((piece) => (piece.kind === 'text' ? piece.text : `\${${piece.name}}`)).join('');
}
