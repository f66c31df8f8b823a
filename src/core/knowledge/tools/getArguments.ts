import type { Explanation, ToolArguments } from '../../mcpServer/tool.ts';
import type { PatternSummary } from '../base/patternSummary.ts';
import { same, show, unknownParameter } from './queryArguments.ts';

const getParameters = ['id'] as const;

export function checkGet(args: ToolArguments): Explanation | undefined {
  const { id } = args;
  if (id === undefined) return same('id parameter is required');
  if (typeof id !== 'string') return same('id must be a string');
  if (id.trim() === '') return same('id must be non-empty');
  if (id.length > 100) return same(`Unknown pattern '${show(id)}'. tmkb_list names all ids`);
  return unknownParameter(args, getParameters);
}

/** Names what may have been meant, so that the next call is right. */
export function unknownPattern(id: string, cards: readonly PatternSummary[]): string {
  const near = idsNear(id, cards);
  const hint = near.length > 0 ? `Near it: ${near.join(', ')}` : 'tmkb_list names all ids';
  return `Unknown pattern '${show(id)}'. ${hint}`;
}

/** Up to five ids that may have been meant. */
export function idsNear(id: string, cards: readonly PatternSummary[]): readonly string[] {
  const stem = id.replace(/-?\d*$/, '');
  const near = cards.filter((card) => stem.length > 3 && card.id.includes(stem));
  return near.slice(0, 5).map((card) => card.id);
}
