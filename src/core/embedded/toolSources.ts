import { manifestSource } from '../manifest/source.ts';
import type { EmbeddedToolSource } from '../mcpServer/tool.ts';

/** Every source of tools that come and go: one file and one line here. */
export const embeddedToolSources: readonly EmbeddedToolSource[] = [manifestSource];
