import type { JSX } from 'preact';
import type { ServerView } from '../../../src/contract/inspector.ts';
import type { Inspector } from '../../model/inspector/inspector.ts';
import { t, tn } from '../../platform/l10n.ts';
import { Chip } from '../components/chip.tsx';
import { Tokens } from '../components/tokens.tsx';
import { StateLabel } from '../components/stateLabel.tsx';
import { Dropdown } from '../components/kit.ts';
import { FaultNotice, Notice } from '../components/layout/notice.tsx';
import { serverStatePresentation } from '../serverStatus/serverState.ts';
import { formatMs } from '../../platform/units.ts';
import { failedAction } from './failedAction.ts';
import { FailureCard } from '../serverStatus/failureCard.tsx';
import { ServerActions } from '../serverStatus/serverActions.tsx';

/** In the side bar the tree of the servers is over the page: a second way to choose one would only take room. */
const isBesideTree = document.body.dataset['place'] === 'view';

export function ServerHeader({ inspector, server }: { inspector: Inspector; server: ServerView }): JSX.Element {
  const { servers } = inspector;
  const failure = servers.failure.value;
  return (
    <header class="server" data-region="server" data-testid="server-header" data-state={server.state}>
      <div class="server-line">
        {isBesideTree ? (
          <h2 class="head-title grow ellipsis" title={server.label}>
            {server.label}
          </h2>
        ) : (
          <Dropdown
            class="server-pick grow"
            aria-label={t('Server')}
            data-testid="server-pick"
            value={server.id}
            options={servers.snapshot.value.servers.map(({ id, label }) => ({ value: id, label }))}
            onChange={(id) => servers.choose({ server: id })}
          />
        )}
        <ServerActions inspector={inspector} server={server} />
      </div>
      <ServerSummary server={server} tokens={inspector.tokens.value} />
      {!servers.snapshot.value.trusted && (
        <Notice kind="warning">{t('This workspace is not trusted. Its servers do not run until you trust it.')}</Notice>
      )}
      {server.fault && <FailureCard inspector={inspector} server={server} fault={server.fault} />}
      {/* A start that failed is told once: by the state of the server. */}
      {failure && failure.server === server.id && !server.fault && (
        <FaultNotice fault={failure.fault} lead={failedAction(failure.action)} />
      )}
    </header>
  );
}

function ServerSummary({ server, tokens }: { server: ServerView; tokens: number }): JSX.Element {
  const shown = serverStatePresentation(server.state);
  // The host's text says more than the label ("Retry in 4 s"), except where the fault is shown below anyway.
  const text = server.state === 'error' || server.state === 'connected' ? shown.label : server.stateText;
  return (
    <div class="facts">
      <StateLabel shown={shown} live testId="server-state">
        {text}
      </StateLabel>
      {server.toolCount !== undefined && server.state === 'connected' && (
        <span data-testid="tool-count">{tn(server.toolCount, '{0} tool', '{0} tools')}</span>
      )}
      {server.outOfDate !== undefined && (
        <Chip tone="warn" icon="warning" title={server.outOfDate}>
          {t('Out of date')}
        </Chip>
      )}
      {tokens > 0 && <Tokens count={tokens} title={t('Estimated tokens of all tool definitions')} />}
      {server.latencyMs !== undefined && (
        <span class="muted" title={t('Median latency')}>
          {formatMs(server.latencyMs)}
        </span>
      )}
      <span class="muted ellipsis server-protocol" data-testid="server-protocol">
        {protocolText(server)}
      </span>
    </div>
  );
}

function protocolText({ protocolVersion, transport, source }: ServerView): string {
  return [protocolVersion, transport, source].filter(Boolean).join(' · ');
}
