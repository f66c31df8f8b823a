import { Pins } from '../model/traffic/pins.ts';
import { Traffic } from '../model/traffic/traffic.ts';
import { frameScheduler } from '../scheduler.ts';
import { TrafficApp } from '../ui/traffic/trafficApp.tsx';
import type { OpenPage } from './page.ts';

export const openPage: OpenPage = (link, saved) => {
  const traffic = new Traffic(link, frameScheduler, new Pins(saved));
  return {
    handlers: traffic.handlers(),
    content: <TrafficApp traffic={traffic} saved={saved} />,
    begin: async () => {
      await link.request('app/ready', undefined);
      await traffic.begin();
    },
  };
};
