import type { JSX } from 'preact';
import type { FaultShape } from '../../../src/base/fault.ts';
import type { ServerView } from '../../../src/contract/inspector.ts';
import type { Inspector } from '../../model/inspector/inspector.ts';
import { t } from '../../platform/l10n.ts';
import { Button } from '../components/kit.ts';
import { FaultNotice } from '../components/layout/notice.tsx';

interface CardProps {
  readonly inspector: Inspector;
  readonly server: ServerView;
  readonly fault: FaultShape;
}

/** How the server failed, why, the line that proves it, and what can be done; the header says which one. */
export function FailureCard({ inspector, server, fault }: CardProps): JSX.Element {
  const isQuoted = server.proof !== undefined && !(fault.hint ?? '').includes(server.proof);
  return (
    <FaultNotice
      fault={fault}
      testId="server-fault"
      {...(isQuoted && { quote: server.proof })}
      actions={<FailureActions inspector={inspector} server={server} />}
    />
  );
}

type Opening = 'servers/showLog' | 'servers/edit' | 'servers/diagnose' | 'servers/copyReport';

function FailureActions({ inspector: { servers }, server }: Pick<CardProps, 'inspector' | 'server'>): JSX.Element {
  const open = (method: Opening): void => void servers.link.request(method, { server: server.id }).catch(() => {});
  const isLost = server.state === 'error' || server.state === 'waiting';
  return (
    <>
      {isLost && (
        <Button
          data-testid="fault-retry"
          disabled={servers.busy.value.has(server.id)}
          onClick={() => void servers.act('restart', server.id)}
        >
          {server.state === 'waiting' ? t('Retry Now') : t('Retry')}
        </Button>
      )}
      {isLost && (
        <Button data-testid="fault-diagnose" onClick={() => open('servers/diagnose')}>
          {t('Diagnose…')}
        </Button>
      )}
      <Button data-testid="fault-log" onClick={() => open('servers/showLog')}>
        {t('Show Log')}
      </Button>
      <Button data-testid="fault-edit" onClick={() => open('servers/edit')}>
        {t('Edit')}
      </Button>
      <button type="button" class="link" data-testid="fault-report" onClick={() => open('servers/copyReport')}>
        {t('Copy Report')}
      </button>
    </>
  );
}
