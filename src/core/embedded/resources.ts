import { patternResources } from '../knowledge/tools/patternResources.ts';
import { serviceLogResource } from '../manifest/serviceLog.ts';
import type { ServerResources } from '../mcpServer/resource.ts';

/** Every family of resources of the embedded server: one file and one line here. */
export const embeddedResources: readonly ServerResources[] = [patternResources, serviceLogResource];
