import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const projectRoot = fileURLToPath(new URL('../..', import.meta.url));

export interface SourceFile {
  /** From the project's root, with forward slashes. */
  readonly file: string;
  readonly text: string;
}

export function readSources(folder: string, extensions: readonly string[] = ['.ts', '.tsx']): SourceFile[] {
  const names = readdirSync(path.join(projectRoot, folder), { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => extensions.includes(path.extname(name)) && !name.includes('node_modules'))
    .map((name) => {
      const file = path.posix.join(folder, name.split(path.sep).join('/'));
      return { file, text: readFileSync(path.join(projectRoot, file), 'utf8') };
    });
}

const importPattern =
  /(?:^|[;\s}])(?:import|export)\s+(?:type\s+)?(?:[\w*{}\s,$]+?\s+from\s+)?['"]([^'"\n]+)['"]|import\(\s*['"]([^'"\n]+)['"]\s*\)/g;

/** What a file imports, type imports included; a local one as its path from the project's root. */
export function importsOf({ file, text }: SourceFile): string[] {
  const found = [...withoutComments(text).matchAll(importPattern)].map(([, plain, dynamic]) => plain ?? dynamic ?? '');
  return found.map((name) => (name.startsWith('.') ? path.posix.join(path.posix.dirname(file), name) : name));
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');
}

export function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(path.join(projectRoot, file), 'utf8')) as T;
}
