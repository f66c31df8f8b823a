import type { LoadTraffic } from '../../model/inspector/sidePanel.ts';
import { Pins } from '../../model/traffic/pins.ts';
import { LiveTraffic } from '../../model/traffic/liveTraffic.ts';
import { frameScheduler } from '../../platform/frameScheduler.ts';
import { TrafficApp } from './trafficApp.tsx';

/** The traffic log, embedded in another page. */
export const loadEmbeddedTraffic: LoadTraffic = async (link, saved) => {
  const traffic = new LiveTraffic(link, frameScheduler, new Pins(saved));
  return {
    handlers: traffic.handlers(),
    Content: () => <TrafficApp traffic={traffic} saved={saved} embedded />,
    begin: () => traffic.begin(),
  };
};
