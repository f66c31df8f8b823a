import type { ServerTool } from '../../mcpServer/tool.ts';
import { tmkbGet } from './getTool.ts';
import { tmkbList } from './listTool.ts';
import { tmkbQuery } from './queryTool.ts';
import { tmkbValidate } from './validateTool.ts';

/** For the table of the embedded server: the documented tool first. */
export const knowledgeTools: readonly ServerTool[] = [tmkbQuery, tmkbGet, tmkbList, tmkbValidate];
