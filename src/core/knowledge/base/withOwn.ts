import { ChineseText } from '../chinese/chineseText.ts';
import { extendIndex } from '../index/extendIndex.ts';
import { KnowledgeBase, type OwnPattern } from './knowledgeBase.ts';
import type { Shipped } from './knowledgeFile.ts';

/** Apart from the base itself: most users have no patterns of their own, and need nothing of what indexes them. */
export function withOwn(shipped: Shipped, own: readonly OwnPattern[]): KnowledgeBase {
  const chinese = new ChineseText(shipped.chinese);
  const indexed = own.map(({ pattern }) => chinese.patternInEnglish(pattern));
  return new KnowledgeBase(shipped, own, extendIndex(shipped.index, indexed));
}
