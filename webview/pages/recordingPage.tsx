import { Pins } from '../model/traffic/pins.ts';
import { RecordedTraffic } from '../model/traffic/recordedTraffic.ts';
import { frameScheduler } from '../platform/frameScheduler.ts';
import { TrafficApp } from '../ui/traffic/trafficApp.tsx';
import { ignore, ignoreInspector, ignoreKnowledge, type OpenPage } from './page.ts';

export const openPage: OpenPage = (link, saved) => {
  const traffic = new RecordedTraffic(link, frameScheduler, new Pins(saved));
  return {
    handlers: {
      'servers/changed': ignore,
      ...ignoreInspector,
      ...ignoreKnowledge,
      'rules/changed': ignore,
      ...traffic.handlers(),
    },
    content: <TrafficApp traffic={traffic} saved={saved} />,
    begin: () => traffic.begin(),
  };
};
