import { Pins } from '../model/traffic/pins.ts';
import { InterceptionRules } from '../model/traffic/interceptionRules.ts';
import { LiveTraffic } from '../model/traffic/liveTraffic.ts';
import { frameScheduler } from '../platform/frameScheduler.ts';
import { TrafficApp } from '../ui/traffic/trafficApp.tsx';
import { ignoreInspector, ignoreKnowledge, type OpenPage } from './page.ts';

export const openPage: OpenPage = (link, saved) => {
  const traffic = new LiveTraffic(link, frameScheduler, new Pins(saved));
  const rules = new InterceptionRules(link);
  return {
    handlers: {
      ...ignoreInspector,
      ...ignoreKnowledge,
      ...traffic.handlers(),
      ...rules.handlers(),
    },
    content: <TrafficApp traffic={traffic} saved={saved} rules={rules} />,
    begin: async () => {
      const { snapshot } = await link.request('app/ready', undefined);
      rules.servers.value = snapshot.servers.map(({ id }) => id);
      await Promise.all([traffic.begin(), rules.begin()]);
    },
  };
};
