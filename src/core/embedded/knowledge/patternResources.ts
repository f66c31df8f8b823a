import type { EmbeddedResources } from '../resource.ts';

/** `tmkb://pattern/{id}`: every pattern as a resource. */
export const patternResources: EmbeddedResources = {
  name: 'tmkb patterns',
  profiles: [],
  load: async (host) => (await import('./patternShelf.ts')).patternShelf(host),
};
