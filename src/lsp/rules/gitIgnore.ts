import path from 'node:path';
import type { Surroundings } from '../surroundings.ts';

/** `undefined` outside a repository. Reads the .gitignore files on the way, and runs no git. */
export function isIgnored(file: string, folder: string, around: Surroundings): boolean | undefined {
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

function judge(line: string, parts: readonly string[]): boolean | undefined {
  if (line === '' || line.startsWith('#')) return undefined;
  const negated = line.startsWith('!');
  const pattern = line.replace(/^!/, '').replace(/\/$/, '');
  const anchored = pattern.slice(0, -1).includes('/');
  const source = globSource(pattern.replace(/^\//, ''));
  const candidates = anchored ? parts.map((_, at) => parts.slice(0, at + 1).join('/')) : parts;
  return candidates.some((part) => source.test(part)) ? !negated : undefined;
}

function globSource(pattern: string): RegExp {
  const escaped = pattern.replaceAll(/[.+^${}()|\\]/g, '\\$&');
  return new RegExp(
    `^${escaped.replaceAll('**/', '\0').replaceAll('*', '[^/]*').replaceAll('?', '[^/]').replaceAll('\0', '(?:.*/)?')}$`,
  );
}
