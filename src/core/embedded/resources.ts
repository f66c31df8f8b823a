import { patternResources } from './knowledge/patternResources.ts';
import type { EmbeddedResources } from './resource.ts';

/** Every family of resources of the embedded server: one file and one line here. */
export const embeddedResources: readonly EmbeddedResources[] = [patternResources];
