import type { ServerHost } from '../../mcpServer/host.ts';
import { KnowledgeBase } from './knowledgeBase.ts';
import type { Shipped } from './knowledgeFile.ts';
import { loadShipped } from './loadShipped.ts';
import type { FileProblem, PatternFolder } from './ownPatterns.ts';
import { mayHavePatterns, patternFolders } from './patternFolders.ts';

interface Known {
  readonly base: KnowledgeBase;
  readonly problems: readonly FileProblem[];
}

/** The knowledge base as it is now, for a process that asks once. */
export async function readKnowledge(host: Pick<ServerHost, 'homeDir' | 'trusted' | 'folders'>): Promise<Known> {
  const shipped = await loadShipped();
  const folders = patternFolders(host).filter(mayHavePatterns);
  return folders.length > 0 ? readOwn(shipped, folders) : { base: new KnowledgeBase(shipped), problems: [] };
}

async function readOwn(shipped: Shipped, folders: readonly PatternFolder[]): Promise<Known> {
  const [{ loadOwnPatterns }, { diskPatternFiles }, { withOwn }] = await Promise.all([
    import('./ownPatterns.ts'),
    import('./patternFiles.ts'),
    import('./withOwn.ts'),
  ]);
  const taken = new Set(shipped.ranked.map(({ id }) => id));
  const { patterns, problems } = await loadOwnPatterns(diskPatternFiles, folders, taken);
  return { base: withOwn(shipped, patterns), problems };
}
