import type { ServerHost } from '../../mcpServer/host.ts';
import { type RunTool, errorOutcome, textOutcome } from '../../mcpServer/tool.ts';
import type { PatternSummary } from '../base/patternSummary.ts';
import { checkGet } from './getArguments.ts';
import { show } from './queryArguments.ts';
import { sanitised } from './runQuery.ts';
import { knowledgeOf } from '../base/knowledgeStore.ts';

export function runGet(host: ServerHost): RunTool {
  const store = knowledgeOf(host);
  return async (args, { log }) => {
    const problem = checkGet(args);
    if (problem) {
      log.error(problem.log);
      return errorOutcome(problem.text);
    }
    return sanitised(log, async () => {
      const base = await store.current();
      const id = String(args['id']).trim().toUpperCase();
      const found = base.get(id);
      if (!found) return errorOutcome(unknownPattern(id, base.cards));
      const whole = { ...found.pattern, source: found.source };
      return textOutcome(JSON.stringify(whole), whole);
    });
  };
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
