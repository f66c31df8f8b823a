import { type Dirent, existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { UsageError } from '../support/usageError.ts';

const isCheckFile = (name: string): boolean => /\.mcptest\.jsonc?$/i.test(name);
const skipped = new Set(['node_modules', '__mcp__', 'dist', 'out']);
const maxDepth = 12;

/** The files that are named, or all below the folder. Throws for one that does not exist. */
export function findCheckFiles(named: readonly string[], folder: string): readonly string[] {
  if (named.length === 0) return filesBelow(folder, 0);
  const missing = named.find((name) => !existsSync(path.resolve(folder, name)));
  if (missing !== undefined) throw new UsageError(`File not found: ${missing}.`);
  return named.flatMap((name) => {
    const file = path.resolve(folder, name);
    return isCheckFile(file) ? [file] : filesOrItself(file);
  });
}

function filesOrItself(file: string): readonly string[] {
  const below = filesBelow(file, 0);
  return below.length > 0 ? below : [file];
}

function filesBelow(folder: string, depth: number): readonly string[] {
  if (depth > maxDepth) return [];
  return entriesOf(folder).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isFile()) return isCheckFile(entry.name) ? [file] : [];
    const isWanted = entry.isDirectory() && !entry.name.startsWith('.') && !skipped.has(entry.name);
    return isWanted ? filesBelow(file, depth + 1) : [];
  });
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return []; // a file, or a folder that may not be listed
  }
}
