import { Pins } from '../model/traffic/pins.ts';
import { Rules } from '../model/traffic/rules.ts';
import { Traffic } from '../model/traffic/liveTraffic.ts';
import { frameScheduler } from '../platform/frameScheduler.ts';
import { TrafficApp } from '../ui/traffic/trafficApp.tsx';
import type { OpenPage } from './page.ts';

export const openPage: OpenPage = (link, saved) => {
  const traffic = new Traffic(link, frameScheduler, new Pins(saved));
  const rules = new Rules(link);
  return {
    handlers: { ...traffic.handlers(), ...rules.handlers() },
    content: <TrafficApp traffic={traffic} saved={saved} rules={rules} />,
    begin: async () => {
      const { snapshot } = await link.request('app/ready', undefined);
      rules.servers.value = snapshot.servers.map(({ id }) => id);
      await Promise.all([traffic.begin(), rules.begin()]);
    },
  };
};
