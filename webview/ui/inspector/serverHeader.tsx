import type { JSX } from 'preact';
import type { ServerView } from '../../../src/protocol/inspector.ts';
import type { Inspector } from '../../model/inspector.ts';
import { t, tn } from '../../text.ts';
import { Icon } from '../icon.tsx';
import { Dropdown } from '../kit.ts';
import { KnowledgeButton } from '../knowledge/knowledgeSwitch.tsx';
import { FaultNotice, Notice } from '../notice.tsx';
import { eraWord, stateLook } from '../serverState.ts';
import { formatMs } from '../units.ts';
import { failedAction } from './failedAction.ts';
import { ServerActions } from './serverActions.tsx';

export function ServerHeader({ inspector, server }: { inspector: Inspector; server: ServerView }): JSX.Element {
  const { servers } = inspector;
  const failure = servers.failure.value;
  return (
    <header class="server" data-region="server" data-testid="server-header" data-state={server.state}>
      <div class="server-line">
        <Dropdown
          class="server-pick grow"
          aria-label={t('Server')}
          data-testid="server-pick"
          value={server.id}
          options={servers.snapshot.value.servers.map(({ id, label }) => ({ value: id, label }))}
          onChange={(id) => servers.choose({ server: id })}
        />
        <ServerActions inspector={inspector} server={server} />
        <KnowledgeButton />
      </div>
      <ServerFacts server={server} tokens={inspector.tokens.value} />
      {!servers.snapshot.value.trusted && (
        <Notice kind="warning">{t('This workspace is not trusted. Its servers do not run until you trust it.')}</Notice>
      )}
      {server.fault && <FaultNotice fault={server.fault} testId="server-fault" />}
      {failure && failure.server === server.id && (
        <FaultNotice fault={failure.fault} lead={failedAction(failure.action)} />
      )}
    </header>
  );
}

function ServerFacts({ server, tokens }: { server: ServerView; tokens: number }): JSX.Element {
  const look = stateLook(server.state);
  // The host's line says more than our word ("Retry in 4 s"), except where the fault is shown below anyway.
  const text = server.state === 'error' || server.state === 'connected' ? look.word : server.stateText;
  return (
    <div class="facts">
      <span class={`state tone-${look.tone}`} role="status" data-testid="server-state">
        <Icon name={look.icon} class={look.icon === 'loading' ? 'spin' : ''} />
        {text}
      </span>
      {server.toolCount !== undefined && server.state === 'connected' && (
        <span data-testid="tool-count">{tn(server.toolCount, '{0} tool', '{0} tools')}</span>
      )}
      {tokens > 0 && (
        <span title={t('Estimated tokens of all tool definitions')}>{tn(tokens, '≈ {0} token', '≈ {0} tokens')}</span>
      )}
      {server.latencyMs !== undefined && <span title={t('Median latency')}>{formatMs(server.latencyMs)}</span>}
      <span class="muted ellipsis" data-testid="server-protocol">
        {protocolText(server)}
      </span>
    </div>
  );
}

function protocolText({ era, protocolVersion, transport, source }: ServerView): string {
  return [era && eraWord(era), protocolVersion, transport, source].filter(Boolean).join(' · ');
}
