import { kimiAnalyze, kimiImplement, kimiRefactor, kimiVerify } from './kimi/tools.ts';
import { knowledgeTools } from './knowledge/knowledgeTools.ts';
import { serversTool } from './serversTool.ts';
import type { EmbeddedTool } from './tool.ts';

/** Every fixed tool of the embedded server. A new tool is one file and one line here. */
export const embeddedTools: readonly EmbeddedTool[] = [
  kimiAnalyze,
  kimiImplement,
  kimiRefactor,
  kimiVerify,
  ...knowledgeTools,
  serversTool,
];
