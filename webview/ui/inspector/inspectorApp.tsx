import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { ServerView } from '../../../src/protocol/inspector.ts';
import type { Inspector } from '../../model/inspector.ts';
import type { Part } from '../../model/place.ts';
import { t } from '../../text.ts';
import { PartTabs } from '../browse/parts.tsx';
import { useInspectorKeys } from '../browse/regions.ts';
import { ProgressRing } from '../kit.ts';
import { lazy } from '../lazy.tsx';
import { FaultNotice } from '../notice.tsx';
import { failedAction } from './failedAction.ts';
import { ReaderProvider } from '../resources/reader.ts';
import { Problems } from './problems.tsx';
import { ServerHeader } from './serverHeader.tsx';
import { ToolList } from './toolList.tsx';

const AskCards = lazy(() => import('../asks/askCards.tsx').then((module) => module.AskCards));
const ToolDetail = lazy(() => import('./toolDetail.tsx').then((module) => module.ToolDetail));
const CallsPart = lazy(() => import('../history/callsPart.tsx').then((module) => module.CallsPart));
const RawPart = lazy(() => import('../raw/rawPart.tsx').then((module) => module.RawPart));
const EventsPart = lazy(() => import('../events/eventsPart.tsx').then((module) => module.EventsPart));
const PromptsPart = lazy(() => import('../prompts/promptsPart.tsx').then((module) => module.PromptsPart));
const ResourcesPart = lazy(() => import('../resources/resourcesPart.tsx').then((module) => module.ResourcesPart));
const TasksPart = lazy(() => import('../tasks/tasksPart.tsx').then((module) => module.TasksPart));
const ServerPart = lazy(() => import('../server/serverPart.tsx').then((module) => module.ServerPart));

interface InspectorAppProps {
  readonly inspector: Inspector;
}

/** One app for the side bar and the editor: its own width decides what stands beside what. */
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
      <Problems problems={servers.snapshot.value.problems} />
      {server ? (
        <ServerHeader inspector={inspector} server={server} />
      ) : (
        <p class="empty muted">{t('No servers configured.')}</p>
      )}
      {inspector.asks.list.value.length > 0 && <AskCards inspector={inspector} />}
      {browse.failure.value && (
        <FaultNotice fault={browse.failure.value.fault} lead={failedAction(browse.failure.value.action)} />
      )}
      {server && <PartTabs inspector={inspector} server={server.id} />}
      {server && <PartPanel inspector={inspector} server={server} />}
    </main>
  );
}

/** Narrow, one thing at a time is shown: the list, or what is chosen in it. */
function pageOf({ place, servers }: Inspector, server: string): 'list' | 'detail' {
  const part = place.part.value;
  if (part === 'server' || part === 'calls' || part === 'raw') return 'detail';
  const chosen = part === 'tools' ? servers.tool.value : place.chosen(part, server);
  return chosen === undefined ? 'list' : 'detail';
}

function PartPanel({ inspector, server }: { inspector: Inspector; server: ServerView }): JSX.Element {
  const part = inspector.place.part.value;
  return (
    <div
      class="panes"
      id="part-panel"
      role="tabpanel"
      aria-labelledby={`part-${part}`}
      data-shown={part}
      key={`${part} ${server.id}`}
    >
      <ReaderProvider value={(uri) => inspector.showResource(server.id, uri)}>
        <PartContent part={part} inspector={inspector} server={server} />
      </ReaderProvider>
    </div>
  );
}

function PartContent({ part, ...rest }: { part: Part; inspector: Inspector; server: ServerView }): JSX.Element {
  switch (part) {
    case 'tools':
      return (
        <>
          <ToolList {...rest} />
          <ToolDetail {...rest} />
        </>
      );
    case 'resources':
      return <ResourcesPart {...rest} />;
    case 'prompts':
      return <PromptsPart {...rest} />;
    case 'tasks':
      return <TasksPart {...rest} />;
    case 'events':
      return <EventsPart {...rest} />;
    case 'server':
      return <ServerPart {...rest} />;
    case 'calls':
      return <CallsPart {...rest} />;
    case 'raw':
      return <RawPart {...rest} />;
    default:
      return part satisfies never;
  }
}
