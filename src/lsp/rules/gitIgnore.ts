import path from 'node:path';
import type { Environment } from '../environment/environment.ts';

/** `undefined` outside a repository. Reads the .gitignore files on the way, and runs no git. */
export function isIgnored(file: string, folder: string, around: Environment): boolean | undefined {
  const relative = path.relative(folder, file).replaceAll('\\', '/');
  if (relative.startsWith('..') || around.stat(path.join(folder, '.git')) === undefined) return undefined;
  const parts = relative.split('/');
  let ignored = false;
  for (let depth = 0; depth < parts.length; depth++) {
    const text = around.read(path.join(folder, ...parts.slice(0, depth), '.gitignore')) ?? '';
    for (const line of text.split(/\r?\n/)) {
      const verdict = judge(line.trim(), parts.slice(depth));
      if (verdict !== undefined) ignored = verdict;
    }
  }
  return ignored;
}

/** No path is longer, and an expression that is too long throws. */
const maxLength = 1_000;

function judge(line: string, parts: readonly string[]): boolean | undefined {
  if (line === '' || line.startsWith('#') || line.length > maxLength) return undefined;
  const negated = line.startsWith('!');
  const pattern = line.replace(/^!/, '').replace(/\/$/, '');
  const anchored = pattern.slice(0, -1).includes('/');
  const source = globSource(pattern.replace(/^\//, ''));
  const whole = anchored ? parts.map((_, at) => parts.slice(0, at + 1).join('/')) : parts;
  const candidates = line.endsWith('/') ? whole.slice(0, -1) : whole; // which means folders alone
  return candidates.some((part) => source.test(part)) ? !negated : undefined;
}

const pieces = /\*\*\/|\[(?![!^]?\][^\]]*$)[!^]?\]?(?:\\.|[^\\\]])*\]|\\?./gs;
const nothing = '(?!)';

/** As in git, a pattern that is none matches nothing. */
function globSource(pattern: string): RegExp {
  try {
    return new RegExp(`^${pattern.replaceAll(pieces, pieceSource)}$`);
  } catch {
    return new RegExp(nothing); // a range such as [z-a]
  }
}

function pieceSource(piece: string): string {
  if (piece === '**/') return '(?:.*/)?';
  if (piece === '*') return '[^/]*';
  if (piece === '?') return '[^/]';
  if (piece === '[') return nothing; // it has no end
  return piece.startsWith('[') ? classSource(piece) : literal(piece);
}

function classSource(piece: string): string {
  const negated = /^\[[!^]/.test(piece);
  const inside = piece.slice(negated ? 2 : 1, -1).replaceAll(/\\?./gs, (each) => (each === '-' ? each : literal(each)));
  return `(?!/)[${negated ? '^' : ''}${inside}]`;
}

/** One character, which may have a backslash before it. */
function literal(piece: string): string {
  const last = piece.slice(-1);
  return /\w/.test(last) ? last : `\\${last}`;
}
