import type { ServerHost } from '../../mcpServer/host.ts';
import { type RunTool, errorOutcome, textOutcome } from '../../mcpServer/tool.ts';
import { checkGet } from './getArguments.ts';
import { unknownPattern } from './getArguments.ts';
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
