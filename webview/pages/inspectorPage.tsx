import { Beside } from '../model/inspector/sidePanel.ts';
import { Inspector } from '../model/inspector/inspector.ts';
import { Knowledge } from '../model/knowledge/knowledge.ts';
import { InspectorApp } from '../ui/inspector/inspectorApp.tsx';
import { TrafficBeside } from '../ui/inspector/trafficSidePanel.tsx';
import { KnowledgeSwitch } from '../ui/knowledge/knowledgeSwitch.tsx';
import { ignore, type OpenPage } from './page.ts';

export const openPage: OpenPage = (link, saved) => {
  const inspector = new Inspector(link, saved);
  const knowledge = new Knowledge(link, saved);
  const beside = new Beside(link, saved, async (...parts) => {
    const { openTraffic } = await import('../ui/traffic/openTraffic.tsx');
    return openTraffic(...parts);
  });
  return {
    handlers: {
      'rules/changed': ignore,
      ...inspector.handlers(),
      ...knowledge.handlers(),
      ...beside.handlers(),
    },
    content: (
      <KnowledgeSwitch knowledge={knowledge}>
        <TrafficBeside beside={beside}>
          <InspectorApp inspector={inspector} />
        </TrafficBeside>
      </KnowledgeSwitch>
    ),
    begin: async () => {
      const { snapshot, selection } = await link.request('app/ready', undefined);
      inspector.begin(snapshot, selection);
      inspector.watch(saved);
      knowledge.watch(saved);
      await inspector.catchUp();
      await import('../ui/tools/toolDetail.tsx'); // the list is there: what the next click needs comes now
    },
  };
};
