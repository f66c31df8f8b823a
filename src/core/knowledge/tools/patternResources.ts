import type { ServerResources } from '../../mcpServer/resource.ts';

/** `tmkb://pattern/{id}`: every pattern as a resource. */
export const patternResources: ServerResources = {
  name: 'tmkb patterns',
  profiles: ['tmkb'],
  load: async (host) => (await import('./patternProvider.ts')).patternProvider(host),
};
