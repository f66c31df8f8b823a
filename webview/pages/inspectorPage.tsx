import { Inspector } from '../model/inspector.ts';
import { Knowledge } from '../model/knowledge/knowledge.ts';
import { InspectorApp } from '../ui/inspector/inspectorApp.tsx';
import { KnowledgeSwitch } from '../ui/knowledge/knowledgeSwitch.tsx';
import type { OpenPage } from './page.ts';

export const openPage: OpenPage = (link, saved) => {
  const inspector = new Inspector(link, saved);
  const knowledge = new Knowledge(link, saved);
  return {
    handlers: { ...inspector.handlers(), ...knowledge.handlers() },
    content: (
      <KnowledgeSwitch knowledge={knowledge}>
        <InspectorApp inspector={inspector} />
      </KnowledgeSwitch>
    ),
    begin: async () => {
      const { snapshot, selection } = await link.request('app/ready', undefined);
      inspector.begin(snapshot, selection);
      inspector.watch(saved);
      knowledge.watch(saved);
      await inspector.catchUp();
    },
  };
};
