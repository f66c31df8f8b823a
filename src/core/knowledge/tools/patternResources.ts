import type { EmbeddedResources } from '../../mcpServer/resource.ts';

/** `tmkb://pattern/{id}`: every pattern as a resource. */
export const patternResources: EmbeddedResources = {
  name: 'tmkb patterns',
  profiles: [],
  load: async (host) => (await import('./patternProvider.ts')).patternShelf(host),
};
