import type { ServerHost } from '../../mcpServer/host.ts';
import { type RunTool, errorOutcome, textOutcome } from '../../mcpServer/tool.ts';
import { checkList } from './listArguments.ts';
import { listPatterns } from './listArguments.ts';
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
