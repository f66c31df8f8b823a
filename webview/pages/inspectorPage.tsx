import { Inspector } from '../model/inspector.ts';
import { InspectorApp } from '../ui/inspector/inspectorApp.tsx';
import type { OpenPage } from './page.ts';

export const openPage: OpenPage = (link, saved) => {
  const inspector = new Inspector(link, saved);
  return {
    handlers: inspector.handlers(),
    content: <InspectorApp inspector={inspector} />,
    begin: async () => {
      const { snapshot, selection } = await link.request('app/ready', undefined);
      inspector.begin(snapshot, selection);
      inspector.watch(saved);
    },
  };
};
