import { render } from 'preact';
import { deferred } from '../src/base/async.ts';
import { createLog, type Log } from '../src/base/log.ts';
import { isRecord, parseJson } from '../src/base/json.ts';
import { type HostContract, type WebviewContract, webviewContract } from '../src/contract/inspector.ts';
import { createPeer, type Peer } from '../src/contract/rpc/peer.ts';
import { connectHost, type Host } from './platform/host.ts';
import { createPageState, type PageState } from './platform/pageState.ts';
import type { HostLink } from './platform/hostLink.ts';
import { keepSelectAllInFields } from './platform/selectAllKey.ts';
import type { Page, PageModule } from './pages/page.ts';
import { type TextBundle, useBundle } from '../src/base/l10n.ts';
import { SavedProvider } from './ui/components/remembered.ts';
import { ActionsProvider, type TextActions } from './ui/components/textActions.ts';
import { Boundary } from './ui/components/layout/errorBoundary.tsx';
import { registerKit } from './ui/components/kit.ts';

/** The kit is registered before anything is awaited: it reads the theme when the window has loaded. */
export async function boot(module: Promise<PageModule>): Promise<void> {
  registerKit();
  useBundle(readBundle(document.body.dataset['texts']));
  const host = connectHost();
  const saved = createPageState(host);
  saveInTime(saved);
  keepSelectAllInFields();

  const connected = deferred<Peer<HostContract>>();
  // The page needs the link, and the peer the page's handlers: requests before the connection wait.
  const link: HostLink = { request: async (...args) => (await connected.promise).request(...args) };
  const { openPage } = await module;
  const page = openPage(link, saved);
  const peer = connect(host, page);
  connected.resolve(peer);
  reportErrors(peer);
  const content = (
    <Boundary onError={(error) => reportTo(peer, error)}>
      <SavedProvider value={saved}>
        <ActionsProvider value={textActions(link)}>{page.content}</ActionsProvider>
      </SavedProvider>
    </Boundary>
  );
  const root = document.getElementById('root') ?? document.body;
  root.replaceChildren(); // what it said while it was loading: render keeps it
  render(content, root);
  page.begin().catch((error: unknown) => reportTo(peer, error));
}

/** VS Code no longer hears a page that is being hidden: what leads there, another focus or a shortcut, is the last moment. */
function saveInTime(saved: PageState): void {
  for (const event of ['blur', 'pagehide']) window.addEventListener(event, () => saved.flush());
  const isShortcut = ({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean => ctrlKey || metaKey || altKey;
  window.addEventListener('keydown', (event) => isShortcut(event) && saved.flush(), { capture: true });
}

function connect(host: Host, { handlers }: Page): Peer<HostContract> {
  return createPeer<WebviewContract, HostContract>({
    port: host.port,
    contract: webviewContract,
    handlers,
    log: consoleLog,
    redact: (fault) => fault, // what goes to the host is redacted in front of its sinks
  });
}

// oxlint-disable no-console -- the page's console is where a developer of the webview looks
const consoleLog: Log = createLog(({ level, message, fields }) => {
  if (level === 'warn' || level === 'error') console[level](message, fields);
});
// oxlint-enable no-console

function textActions(link: HostLink): TextActions {
  return {
    copy: (text) => void link.request('text/copy', { text }).catch(() => {}),
    open: (text, language) => void link.request('text/open', { text, language }).catch(() => {}),
    openLink: (url) => void link.request('links/open', { url }).catch(() => {}),
    sourceLinks: (server, text) => link.request('source/links', { server, text }).catch(() => []),
    openSource: (server, text) => void link.request('source/open', { server, text }).catch(() => {}),
  };
}

function reportErrors(peer: Peer<HostContract>): void {
  window.addEventListener('error', (event) => reportTo(peer, event.error ?? event.message));
  window.addEventListener('unhandledrejection', (event) => reportTo(peer, event.reason));
}

function reportTo(peer: Peer<HostContract>, error: unknown): void {
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  peer.request('app/report', { level: 'error', message: message.slice(0, 4_000) }).catch(() => {});
}

function readBundle(json: string | undefined): TextBundle {
  const parsed = parseJson(json ?? '{}');
  if (!parsed.ok || !isRecord(parsed.value)) return {};
  return Object.fromEntries(
    Object.entries(parsed.value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
