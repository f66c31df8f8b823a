import type { JSX } from 'preact';
import type { Call } from '../../model/calls/calls.ts';
import type { ClientRequest } from '../../model/calls/clientRequests.ts';
import type { Inspector } from '../../model/inspector/inspector.ts';
import { lazy } from '../components/lazy.tsx';

const load = (): Promise<typeof import('./clientRequestCards.tsx')> => import('./clientRequestCards.tsx');
const Cards = lazy(() => load().then((module) => module.ClientRequestCards));
const Line = lazy(() => load().then((module) => module.ClientRequestLine));

/** What servers ask, over every page: a card where there is no call to show it at, else one line. */
export function PendingRequests({ inspector }: { inspector: Inspector }): JSX.Element {
  const inView = callInView(inspector);
  const all = inspector.clientRequests.list.value;
  const others = all.filter(({ view }) => view.call === undefined || view.call !== inView?.id);
  const cards = others.filter((request) => !callOf(inspector, request));
  return (
    <>
      {cards.length > 0 && <Cards inspector={inspector} requests={cards} />}
      {others.map((request) => {
        const call = callOf(inspector, request);
        return call && <Line key={request.view.id} inspector={inspector} request={request} call={call} />;
      })}
    </>
  );
}

/** What the server asks during a call, at the top of its result. */
export function RequestsOfCall({ inspector, call }: { inspector: Inspector; call: Call }): JSX.Element | null {
  const own = inspector.clientRequests.list.value.filter(({ view }) => view.call === call.id);
  return own.length === 0 ? null : <Cards inspector={inspector} requests={own} />;
}

function callOf({ calls }: Inspector, { view }: ClientRequest): Call | undefined {
  return view.call === undefined ? undefined : calls.get(view.call);
}

function callInView({ navigation, servers, calls }: Inspector): Call | undefined {
  const [server, tool] = [servers.current.value?.id, servers.tool.value];
  if (navigation.tab.value !== 'tools' || server === undefined || tool === undefined) return undefined;
  return calls.of(server, tool).shown.value;
}
