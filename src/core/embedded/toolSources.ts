import { manifestSource } from '../manifest/source.ts';
import type { EmbeddedToolSource } from '../mcpServer/tool.ts';
import { embeddedTools } from './tools.ts';

export const manifestTools: EmbeddedToolSource = manifestSource(embeddedTools.map(({ name }) => name));

/** Every source of tools that come and go: one file and one line here. */
export const embeddedToolSources: readonly EmbeddedToolSource[] = [manifestTools];
