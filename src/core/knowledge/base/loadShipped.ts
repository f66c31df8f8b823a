import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Shipped, readKnowledgeFile } from './knowledgeFile.ts';

/** Put in by the build; absent when the sources run as they are. */
declare const SWITCHBOARD_VERSION: string | undefined;

/** From `dist/knowledge.bin` beside the bundle or above its chunks; from the patterns where the sources run. */
export async function loadShipped(): Promise<Shipped> {
  const here = import.meta.dirname;
  // In this order the build leaves out what only the sources need.
  if (typeof SWITCHBOARD_VERSION !== 'string') {
    const { shippedFromSources } = await import('./fromSources.ts');
    return shippedFromSources(path.join(here, '../../../../media/knowledge'));
  }
  const beside = path.join(here, 'knowledge.bin');
  return readKnowledgeFile(readFileSync(existsSync(beside) ? beside : path.join(here, '../knowledge.bin')));
}
