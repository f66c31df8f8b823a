import { manifestSource } from '../manifest/source.ts';
import type { ServerToolSource } from '../mcpServer/toolSource.ts';
import { embeddedTools } from './tools.ts';

export const manifestTools: ServerToolSource = manifestSource(embeddedTools.map(({ name }) => name));

/** Every source of tools that come and go: one file and one line here. */
export const embeddedToolSources: readonly ServerToolSource[] = [manifestTools];
