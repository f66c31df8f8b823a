import type { ServerHost } from '../../mcpServer/host.ts';
import { KnowledgeBase } from './knowledgeBase.ts';
import { loadShipped } from './loadShipped.ts';
import type { FileProblem, OwnPatterns, PatternFolder } from './ownPatterns.ts';
import { mayHavePatterns, patternFolders } from './patternFolders.ts';

/** The knowledge base as it is now, for a process that asks once. */
export async function readKnowledge(
  host: Pick<ServerHost, 'homeDir' | 'trusted' | 'folders'>,
): Promise<{ readonly base: KnowledgeBase; readonly problems: readonly FileProblem[] }> {
  const shipped = await loadShipped();
  const folders = patternFolders(host).filter(mayHavePatterns);
  const taken = new Set(shipped.cards.map((card) => card.id));
  const { patterns, problems } = folders.length > 0 ? await readOwn(folders, taken) : { patterns: [], problems: [] };
  return { base: new KnowledgeBase(shipped, patterns), problems };
}

async function readOwn(folders: readonly PatternFolder[], taken: ReadonlySet<string>): Promise<OwnPatterns> {
  const [{ loadOwnPatterns }, { diskPatternFiles }] = await Promise.all([
    import('./ownPatterns.ts'),
    import('./patternFiles.ts'),
  ]);
  return loadOwnPatterns(diskPatternFiles, folders, taken);
}
