import path from 'node:path';
import type { Environment } from './environment.ts';
import { Glob, type Steps } from './glob.ts';

/** A repository's files have some hundred short lines; what needs more steps is made to. */
const mostSteps = 1_000_000;

/**
 * `undefined` outside a repository, and where it would take too long to find out. Reads the .gitignore files on the way,
 * and runs no git.
 */
export function isIgnored(file: string, folder: string, around: Environment): boolean | undefined {
  const relative = path.relative(folder, file).replaceAll('\\', '/');
  if (relative.startsWith('..') || around.stat(path.join(folder, '.git')) === undefined) return undefined;
  const parts = relative.split('/');
  const steps: Steps = { left: mostSteps };
  let ignored = false;
  for (let depth = 0; depth < parts.length; depth++) {
    const below = parts.slice(depth).join('/');
    for (const line of linesOf(path.join(folder, ...parts.slice(0, depth), '.gitignore'), around)) {
      const verdict = judge(line.trim(), below, steps);
      if (steps.left < 0) return undefined;
      if (verdict !== undefined) ignored = verdict;
    }
  }
  return ignored;
}

function linesOf(file: string, around: Environment): readonly string[] {
  return around.read(file)?.split(/\r?\n/) ?? [];
}

/** No path is longer. */
const maxLength = 1_000;

function judge(line: string, place: string, steps: Steps): boolean | undefined {
  steps.left -= line.length + place.length;
  if (line === '' || line.startsWith('#') || line.length > maxLength) return undefined;
  const negated = line.startsWith('!');
  const pattern = line.replace(/^!/, '').replace(/\/$/, '');
  const anchored = pattern.slice(0, -1).includes('/');
  const glob = Glob.read(pattern.replace(/^\//, ''));
  const isFolder = line.endsWith('/'); // which means folders alone
  const found = anchored ? glob?.matchesStart(place, isFolder, steps) : glob?.matchesName(place, isFolder, steps);
  return found ? !negated : undefined;
}
