import { readChinese, readShippedPatterns } from './writeKnowledge.ts';
import { type Shipped, shippedFrom } from './knowledgeFile.ts';
import { buildIndex } from '../index/buildIndex.ts';

const made = new Map<string, Promise<Shipped>>();

/** Reads and indexes the patterns at once: for tests and for a run without a build. */
export function shippedFromSources(patternsDir: string): Promise<Shipped> {
  const known = made.get(patternsDir) ?? make(patternsDir);
  made.set(patternsDir, known);
  return known;
}

async function make(patternsDir: string): Promise<Shipped> {
  const patterns = await readShippedPatterns(patternsDir);
  return shippedFrom(patterns, buildIndex(patterns), await readChinese(patternsDir));
}
