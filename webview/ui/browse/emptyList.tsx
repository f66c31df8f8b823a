import type { JSX } from 'preact';
import type { ServerStateKind, ServerView } from '../../../src/contract/inspector.ts';
import type { Inspector } from '../../model/inspector/inspector.ts';
import type { Tab } from '../../model/inspector/navigation.ts';
import type { Loaded } from '../../platform/loaded.ts';
import { t } from '../../platform/l10n.ts';
import { serverStatePresentation } from '../serverStatus/serverState.ts';
import { actionsFor } from '../serverStatus/serverActions.tsx';
import type { IconName } from '../components/icons.ts';
import { Button, ProgressRing } from '../components/kit.ts';
import { FaultNotice } from '../components/layout/notice.tsx';
import { Empty } from '../components/layout/empty.tsx';

interface EmptyListProps {
  readonly inspector: Inspector;
  readonly server: ServerView;
  readonly state: Loaded<unknown>;
  /** Of what is listed. */
  readonly icon: IconName;
  /** For a connected server: it has none, or none matches. */
  readonly text: string;
  /** It has none: its own page tells what it offers instead, and what it printed. */
  readonly isNone?: boolean;
  readonly onRetry: () => void;
}

/** Why the list is empty, and what to do about it. */
export function EmptyList({ inspector, server, state, icon, text, isNone, onRetry }: EmptyListProps): JSX.Element {
  if (server.state !== 'connected') return <NotConnected inspector={inspector} server={server} />;
  if (state.kind === 'loading') return <ProgressRing class="centre" aria-label={t('Loading')} />;
  if (state.kind !== 'failed')
    return (
      <Empty icon={icon} text={text}>
        {isNone && (
          <Button onClick={() => (inspector.navigation.tab.value = 'server')} data-testid="open-server-page">
            {t('Open Server Page')}
          </Button>
        )}
      </Empty>
    );
  return (
    <FaultNotice
      fault={state.fault}
      lead={t('Could not load the list.')}
      actions={<Button onClick={onRetry}>{t('Try Again')}</Button>}
    />
  );
}

/** The server was asked, and has none; before that nobody knows. */
export function isNoneOffered(state: Loaded<unknown>, items: readonly unknown[]): boolean {
  return state.kind === 'ready' && items.length === 0;
}

/** The one next step for a server that does not run. */
export function NotConnected({ inspector, server }: { inspector: Inspector; server: ServerView }): JSX.Element {
  const isTrusted = inspector.servers.snapshot.value.trusted;
  const [next] = actionsFor(server, isTrusted);
  // Why it failed is told above, with what can be done.
  const icon = server.state === 'error' ? undefined : serverStatePresentation(server.state).icon;
  return (
    <Empty {...(icon && { icon })} text={nextText(server.state, inspector.navigation.tab.value)}>
      {next && server.state !== 'connecting' && server.state !== 'error' && (
        <Button
          appearance="primary"
          disabled={inspector.servers.busy.value.has(server.id)}
          onClick={() => void inspector.servers.act(next.action, server.id)}
        >
          {next.label}
        </Button>
      )}
    </Empty>
  );
}

function nextText(state: ServerStateKind, tab: Tab): string {
  if (state === 'pending') return t("This server won't run until you approve it.");
  if (state === 'connecting') return t('Connecting');
  return tab === 'tools' ? t('Start the server to see its tools.') : t('Start the server to see what it offers.');
}
