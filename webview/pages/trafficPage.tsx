import { Pins } from '../model/traffic/pins.ts';
import { InterceptionRules } from '../model/traffic/interceptionRules.ts';
import { LiveTraffic } from '../model/traffic/liveTraffic.ts';
import { frameScheduler } from '../platform/frameScheduler.ts';
import { TrafficApp } from '../ui/traffic/trafficApp.tsx';
import { ignore, type OpenPage } from './page.ts';

export const openPage: OpenPage = (link, saved) => {
  const traffic = new LiveTraffic(link, frameScheduler, new Pins(saved));
  const rules = new InterceptionRules(link);
  return {
    handlers: {
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
