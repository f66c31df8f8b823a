import { kimiAnalyze, kimiImplement, kimiRefactor, kimiVerify } from '../kimi/tools/tools.ts';
import { knowledgeTools } from '../knowledge/tools/knowledgeTools.ts';
import { serversTool } from './serversTool.ts';
import type { ServerTool } from '../mcpServer/tool.ts';

/** Every fixed tool of the embedded server. A new tool is one file and one line here. */
export const embeddedTools: readonly ServerTool[] = [
  kimiAnalyze,
  kimiImplement,
  kimiRefactor,
  kimiVerify,
  ...knowledgeTools,
  serversTool,
];
