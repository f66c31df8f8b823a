import type { ServerFeatures } from '../mcpServer/handlers/featureRegistry.ts';
import { embeddedPrompts } from './prompts.ts';
import { embeddedResources } from './resources.ts';
import { embeddedTools } from './tools.ts';
import { embeddedToolSources } from './toolSources.ts';

/** What the product's server is made of. */
export const embeddedFeatures: ServerFeatures = {
  tools: embeddedTools,
  toolSources: embeddedToolSources,
  resources: embeddedResources,
  prompts: embeddedPrompts,
};
