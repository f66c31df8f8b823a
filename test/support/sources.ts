import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as graph from '../../scripts/lib/sourceGraph.mjs';

export const projectRoot = fileURLToPath(new URL('../..', import.meta.url));

export interface SourceFile {
  /** From the project's root, with forward slashes. */
  readonly file: string;
  readonly text: string;
}

export function readSources(folder: string, extensions?: readonly string[]): SourceFile[] {
  return graph.readSources(projectRoot, folder, extensions);
}

/** What a file imports, type imports included; a local one as its path from the project's root. */
export function importsOf(source: SourceFile): string[] {
  return graph.importsOf(source);
}

export function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(path.join(projectRoot, file), 'utf8')) as T;
}
