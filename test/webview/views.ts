// Every view of the pages, one after the other, for whoever looks at them: `npm run shots` and the tests of the looks.
import { inspectorViews } from './inspectorViews.ts';
import { knowledgeViews } from './knowledgeViews.ts';
import { trafficViews } from './trafficViews.ts';
import type { View } from './viewSteps.ts';

export const views: readonly View[] = [...inspectorViews, ...trafficViews, ...knowledgeViews];
