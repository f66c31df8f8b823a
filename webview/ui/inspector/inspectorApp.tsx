import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { ServerView } from '../../../src/contract/inspector.ts';
import type { Inspector } from '../../model/inspector/inspector.ts';
import type { Tab } from '../../model/inspector/navigation.ts';
import { t } from '../../platform/l10n.ts';
import { TabBar } from './tabBar.tsx';
import { useInspectorKeys } from './keyboard.ts';
import { ProgressRing } from '../components/kit.ts';
import { lazy } from '../components/lazy.tsx';
import { FaultNotice } from '../components/notice.tsx';
import { ReaderProvider } from '../results/resourceReader.ts';
import { ConfigProblems } from './configProblems.tsx';
import { ServerHeader } from './serverHeader.tsx';
import { failedAction } from './failedAction.ts';
import { ToolList } from '../tools/toolList.tsx';

const ClientRequestCards = lazy(() =>
  import('../clientRequests/clientRequestCards.tsx').then((module) => module.ClientRequestCards),
);
const ToolDetail = lazy(() => import('../tools/toolDetail.tsx').then((module) => module.ToolDetail));
const HistoryTab = lazy(() => import('../history/historyTab.tsx').then((module) => module.HistoryTab));
const RawTab = lazy(() => import('../raw/rawTab.tsx').then((module) => module.RawTab));
const EventsTab = lazy(() => import('../events/eventsTab.tsx').then((module) => module.EventsTab));
const PromptsTab = lazy(() => import('../prompts/promptsTab.tsx').then((module) => module.PromptsTab));
const ResourcesTab = lazy(() => import('../resources/resourcesTab.tsx').then((module) => module.ResourcesTab));
const TasksTab = lazy(() => import('../tasks/tasksTab.tsx').then((module) => module.TasksTab));
const ServerTab = lazy(() => import('../server/serverTab.tsx').then((module) => module.ServerTab));

interface InspectorAppProps {
  readonly inspector: Inspector;
}

/** One app for the side bar and the editor: its own width decides the layout. */
export function InspectorApp({ inspector }: InspectorAppProps): JSX.Element {
  const { servers, browse } = inspector;
  const root = useRef<HTMLElement>(null);
  useInspectorKeys(root, inspector);
  if (!servers.loaded.value) return <ProgressRing class="centre" aria-label={t('Loading')} />;
  const server = servers.current.value;
  return (
    <main
      class="inspector"
      data-testid="inspector"
      data-page={server ? pageOf(inspector, server.id) : 'list'}
      ref={root}
    >
      <h1 class="sr-only">{t('MCP Inspector')}</h1>
      <ConfigProblems problems={servers.snapshot.value.problems} />
      {server ? (
        <ServerHeader inspector={inspector} server={server} />
      ) : (
        <p class="empty muted">{t('No servers configured.')}</p>
      )}
      {inspector.clientRequests.list.value.length > 0 && <ClientRequestCards inspector={inspector} />}
      {browse.failure.value && (
        <FaultNotice fault={browse.failure.value.fault} lead={failedAction(browse.failure.value.action)} />
      )}
      {server && <TabBar inspector={inspector} server={server.id} />}
      {server && <TabPanel inspector={inspector} server={server} />}
    </main>
  );
}

/** In a narrow view only one pane is shown: the list, or the chosen item. */
function pageOf({ navigation, servers }: Inspector, server: string): 'list' | 'detail' {
  const tab = navigation.tab.value;
  if (tab === 'server' || tab === 'calls' || tab === 'raw') return 'detail';
  const chosen = tab === 'tools' ? servers.tool.value : navigation.chosen(tab, server);
  return chosen === undefined ? 'list' : 'detail';
}

function TabPanel({ inspector, server }: { inspector: Inspector; server: ServerView }): JSX.Element {
  const tab = inspector.navigation.tab.value;
  return (
    <div
      class="panes"
      id="tab-panel"
      role="tabpanel"
      aria-labelledby={`tab-${tab}`}
      data-shown={tab}
      key={`${tab} ${server.id}`}
    >
      <ReaderProvider value={(uri) => inspector.showResource(server.id, uri)}>
        <TabContent tab={tab} inspector={inspector} server={server} />
      </ReaderProvider>
    </div>
  );
}

function TabContent({ tab, ...rest }: { tab: Tab; inspector: Inspector; server: ServerView }): JSX.Element {
  switch (tab) {
    case 'tools':
      return (
        <>
          <ToolList {...rest} />
          <ToolDetail {...rest} />
        </>
      );
    case 'resources':
      return <ResourcesTab {...rest} />;
    case 'prompts':
      return <PromptsTab {...rest} />;
    case 'tasks':
      return <TasksTab {...rest} />;
    case 'events':
      return <EventsTab {...rest} />;
    case 'server':
      return <ServerTab {...rest} />;
    case 'calls':
      return <HistoryTab {...rest} />;
    case 'raw':
      return <RawTab {...rest} />;
    default:
      return tab satisfies never;
  }
}
