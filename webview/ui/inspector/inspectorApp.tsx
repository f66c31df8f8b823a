import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { ServerView } from '../../../src/contract/inspector.ts';
import type { Inspector } from '../../model/inspector/inspector.ts';
import type { Tab } from '../../model/inspector/navigation.ts';
import { t } from '../../platform/l10n.ts';
import { TabBar } from './tabBar.tsx';
import { focusInside } from './focusInside.ts';
import { usePageFocus } from '../components/pageFocus.ts';
import { useInspectorKeys } from './keyboard.ts';
import { ProgressRing } from '../components/kit.ts';
import { lazy } from '../components/lazy.tsx';
import { FaultNotice } from '../components/layout/notice.tsx';
import { ReaderProvider } from '../results/resourceReader.ts';
import { ConfigProblems } from './configProblems.tsx';
import { ServerHeader } from './serverHeader.tsx';
import { failedAction } from './failedAction.ts';
import { PendingRequests } from '../clientRequests/pendingRequests.tsx';
import { ToolList } from '../tools/toolList.tsx';
import { isNoneOffered, NotConnected } from '../browse/emptyList.tsx';
import { ListAndDetail } from '../browse/listAndDetail.tsx';
import { Empty } from '../components/layout/empty.tsx';

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
  usePageFocus(() => focusInside(root.current), servers.loaded.value);
  if (!servers.loaded.value) return <ProgressRing class="centre" aria-label={t('Loading')} />;
  const server = servers.current.value;
  return (
    <main class="inspector" data-testid="inspector" ref={root}>
      <h1 class="sr-only">{t('MCP Inspector')}</h1>
      <ConfigProblems problems={servers.snapshot.value.problems} />
      {server ? (
        <ServerHeader inspector={inspector} server={server} />
      ) : (
        <Empty icon="server" text={t('No servers configured.')} />
      )}
      <PendingRequests inspector={inspector} />
      {browse.failure.value && (
        <FaultNotice fault={browse.failure.value.fault} lead={failedAction(browse.failure.value.action)} />
      )}
      {server && <TabBar inspector={inspector} server={server.id} />}
      {server && <TabPanel inspector={inspector} server={server} />}
    </main>
  );
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
      {server.state !== 'connected' && isEmptyTab(inspector, tab) ? (
        <NotConnected inspector={inspector} server={server} />
      ) : (
        <ReaderProvider value={(uri) => inspector.showResource(server.id, uri)}>
          <TabContent tab={tab} inspector={inspector} server={server} />
        </ReaderProvider>
      )}
    </div>
  );
}

/** Nothing is known of this kind: one sentence says why, in place of an empty list beside an empty page. */
function isEmptyTab({ allTools, browse }: Inspector, tab: Tab): boolean {
  if (tab === 'tools') return allTools.value.length === 0;
  if (tab === 'resources') return browse.resources.value.length === 0;
  return tab === 'prompts' && browse.prompts.value.length === 0;
}

function TabContent({ tab, ...rest }: { tab: Tab; inspector: Inspector; server: ServerView }): JSX.Element {
  switch (tab) {
    case 'tools':
      return (
        <ListAndDetail
          list={<ToolList {...rest} />}
          detail={<ToolDetail {...rest} />}
          isNone={isNoneOffered(rest.inspector.catalog.value ?? { kind: 'none' }, rest.inspector.allTools.value)}
          // The editor shows the tool: twice the same would only hide the list.
          isChosen={rest.inspector.servers.tool.value !== undefined && !rest.inspector.isShownWide.value}
        />
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
