import type { JSX } from 'preact';
import type { Ask } from '../../model/calls/clientRequests.ts';
import { t } from '../../platform/l10n.ts';
import { Button } from '../components/kit.ts';

/** Declining tells the server so; dismissing leaves it without a response. */
export function Refusals({ ask }: { ask: Ask }): JSX.Element {
  return (
    <>
      <Button
        data-testid="ask-decline"
        title={t('Tell the server that you do not want to')}
        onClick={() => ask.decline()}
      >
        {t('Decline')}
      </Button>
      <Button data-testid="ask-cancel" title={t('Close without an answer')} onClick={() => ask.cancel()}>
        {t('Dismiss')}
      </Button>
    </>
  );
}
