import { SidePanel } from '../model/inspector/sidePanel.ts';
import { Inspector } from '../model/inspector/inspector.ts';
import { InspectorApp } from '../ui/inspector/inspectorApp.tsx';
import { TrafficSidePanel } from '../ui/inspector/trafficSidePanel.tsx';
import { ignore, ignoreKnowledge, type OpenPage } from './page.ts';

export const openPage: OpenPage = (link, saved) => {
  const inspector = new Inspector(link, saved);
  const sidePanel = new SidePanel(link, saved, async (...args) => {
    const { loadEmbeddedTraffic } = await import('../ui/traffic/embeddedTraffic.tsx');
    return loadEmbeddedTraffic(...args);
  });
  return {
    handlers: {
      'rules/changed': ignore,
      ...inspector.handlers(),
      ...ignoreKnowledge,
      ...sidePanel.handlers(),
    },
    content: (
      <TrafficSidePanel sidePanel={sidePanel}>
        <InspectorApp inspector={inspector} />
      </TrafficSidePanel>
    ),
    begin: async () => {
      const { snapshot, selection } = await link.request('app/ready', undefined);
      inspector.start(snapshot, selection);
      inspector.watch(saved);
      await inspector.catchUp();
      await import('../ui/tools/toolDetail.tsx'); // the list is shown: load now what the next click needs
    },
  };
};
