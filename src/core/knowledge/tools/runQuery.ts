import type { ServerHost } from '../../mcpServer/host.ts';
import { type RunTool, type ToolContext, type ToolOutcome, errorOutcome, textOutcome } from '../../mcpServer/tool.ts';
import { answerQuery } from './answerQuery.ts';
import { checkQuery } from './queryArguments.ts';
import { knowledgeOf } from '../base/knowledgeStore.ts';

export function runQuery(host: ServerHost): RunTool {
  const store = knowledgeOf(host);
  return async (args, { log }) => {
    const checked = checkQuery(args);
    if (!checked.ok) {
      log.error(checked.problem.log);
      return errorOutcome(checked.problem.text);
    }
    return sanitised(log, async () => {
      const answer = answerQuery(await store.current(), checked.query);
      log.info(`Query executed successfully: ${answer.pattern_count} patterns returned`);
      return textOutcome(JSON.stringify(answer), answer);
    });
  };
}

/** Internal errors go to the log; the client only learns that its call was valid. */
export async function sanitised(log: ToolContext['log'], run: () => Promise<ToolOutcome>): Promise<ToolOutcome> {
  try {
    return await run();
  } catch (error) {
    log.error('Query failed', { error });
    return errorOutcome('Query failed. The call was valid; the knowledge base could not be read.');
  }
}
