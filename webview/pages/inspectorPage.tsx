import { SidePanel } from '../model/inspector/sidePanel.ts';
import { Inspector } from '../model/inspector/inspector.ts';
import { Knowledge } from '../model/knowledge/knowledge.ts';
import { InspectorApp } from '../ui/inspector/inspectorApp.tsx';
import { TrafficSidePanel } from '../ui/inspector/trafficSidePanel.tsx';
import { KnowledgeSwitch } from '../ui/knowledge/knowledgeSwitch.tsx';
import { ignore, type OpenPage } from './page.ts';

export const openPage: OpenPage = (link, saved) => {
  const inspector = new Inspector(link, saved);
  const knowledge = new Knowledge(link, saved);
  const sidePanel = new SidePanel(link, saved, async (...args) => {
    const { loadEmbeddedTraffic } = await import('../ui/traffic/embeddedTraffic.tsx');
    return loadEmbeddedTraffic(...args);
  });
  return {
    handlers: {
      'rules/changed': ignore,
      ...inspector.handlers(),
      ...knowledge.handlers(),
      ...sidePanel.handlers(),
    },
    content: (
      <KnowledgeSwitch knowledge={knowledge}>
        <TrafficSidePanel sidePanel={sidePanel}>
          <InspectorApp inspector={inspector} />
        </TrafficSidePanel>
      </KnowledgeSwitch>
    ),
    begin: async () => {
      const { snapshot, selection } = await link.request('app/ready', undefined);
      inspector.start(snapshot, selection);
      inspector.watch(saved);
      knowledge.watch(saved);
      await inspector.catchUp();
      await import('../ui/tools/toolDetail.tsx'); // the list is shown: load now what the next click needs
    },
  };
};
