import type { ServerHost } from '../../mcpServer/host.ts';
import { type RunTool, errorOutcome, textOutcome } from '../../mcpServer/tool.ts';
import type { PatternSummary } from '../base/patternSummary.ts';
import { type ListArguments, checkList } from './listArguments.ts';
import { sanitised } from './runQuery.ts';
import { knowledgeOf } from '../base/knowledgeStore.ts';

export function runList(host: ServerHost): RunTool {
  const store = knowledgeOf(host);
  return async (args, { log }) => {
    const checked = checkList(args);
    if (!checked.ok) {
      log.error(checked.problem.log);
      return errorOutcome(checked.problem.text);
    }
    return sanitised(log, async () => {
      const answer = listPatterns((await store.current()).cards, checked.list);
      return textOutcome(JSON.stringify(answer), answer);
    });
  };
}

export interface PatternList {
  readonly pattern_count: number;
  readonly total: number;
  readonly patterns: readonly Pick<PatternSummary, 'id' | 'title' | 'category' | 'severity' | 'cwe'>[];
  readonly next_offset?: number;
}

export function listPatterns(
  cards: readonly PatternSummary[],
  { category, language, cwe, limit, offset }: ListArguments,
): PatternList {
  const fitting = cards
    .filter((card) => category === undefined || card.category === category)
    .filter((card) => language === undefined || concerns(card, language))
    .filter((card) => cwe === undefined || card.cwe.includes(cwe));
  const patterns = fitting.slice(offset, offset + limit).map(entryOf);
  const next = offset + patterns.length;
  return {
    pattern_count: patterns.length,
    total: fitting.length,
    patterns,
    ...(next < fitting.length && { next_offset: next }),
  };
}

function concerns({ languages }: PatternSummary, language: string): boolean {
  return languages.includes('any') || languages.includes(language);
}

function entryOf({ id, title, category, severity, cwe, source }: PatternSummary): PatternList['patterns'][number] {
  return { id, title, category, severity, cwe, ...(source !== 'builtin' && { source }) };
}
