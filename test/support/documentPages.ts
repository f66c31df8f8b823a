import { readdirSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from './sources.ts';

/** Pages for people: those of the root and of docs. */
export function documentPages(): readonly string[] {
  const isPage = (name: string): boolean => name.endsWith('.md');
  const inDocs = readdirSync(path.join(projectRoot, 'docs'), { recursive: true, encoding: 'utf8' }).filter(isPage);
  return [...readdirSync(projectRoot).filter(isPage), ...inDocs.map((name) => `docs/${name.replaceAll('\\', '/')}`)];
}
