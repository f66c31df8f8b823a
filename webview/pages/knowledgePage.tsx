import { Knowledge } from '../model/knowledge/knowledge.ts';
import { KnowledgeApp } from '../ui/knowledge/knowledgeApp.tsx';
import { ignore, ignoreInspector, type OpenPage } from './page.ts';

export const openPage: OpenPage = (link, saved) => {
  const knowledge = new Knowledge(link, saved);
  return {
    handlers: {
      'servers/changed': ignore,
      ...ignoreInspector,
      'rules/changed': ignore,
      'traffic/appended': ignore,
      'traffic/cleared': ignore,
      'traffic/found': ignore,
      'traffic/query': ignore,
      ...knowledge.handlers(),
    },
    content: <KnowledgeApp knowledge={knowledge} />,
    begin: async () => {
      knowledge.watch(saved);
      await knowledge.open();
    },
  };
};
