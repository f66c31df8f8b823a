import { Pins } from '../model/traffic/pins.ts';
import { RecordedTraffic } from '../model/traffic/recordedTraffic.ts';
import { frameScheduler } from '../platform/frameScheduler.ts';
import { TrafficApp } from '../ui/traffic/trafficApp.tsx';
import { ignore, type OpenPage } from './page.ts';

export const openPage: OpenPage = (link, saved) => {
  const traffic = new RecordedTraffic(link, frameScheduler, new Pins(saved));
  return {
    handlers: {
      'servers/changed': ignore,
      'catalog/changed': ignore,
      'selection/changed': ignore,
      'offers/changed': ignore,
      'events/changed': ignore,
      'resources/updated': ignore,
      'calls/changed': ignore,
      'calls/forgotten': ignore,
      'clientRequests/changed': ignore,
      'saved/changed': ignore,
      'tasks/changed': ignore,
      'knowledge/show': ignore,
      'knowledge/changed': ignore,
      'rules/changed': ignore,
      ...traffic.handlers(),
    },
    content: <TrafficApp traffic={traffic} saved={saved} />,
    begin: () => traffic.begin(),
  };
};
