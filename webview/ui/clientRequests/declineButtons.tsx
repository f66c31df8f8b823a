import type { JSX } from 'preact';
import type { ClientRequest } from '../../model/calls/clientRequests.ts';
import { t } from '../../platform/l10n.ts';
import { Button } from '../components/kit.ts';

/** Declining tells the server so; dismissing leaves it without a response. */
export function DeclineButtons({ request }: { request: ClientRequest }): JSX.Element {
  return (
    <>
      <Button data-testid="request-decline" title={t("Decline the server's request")} onClick={() => request.decline()}>
        {t('Decline')}
      </Button>
      <Button data-testid="request-cancel" title={t('Close without responding')} onClick={() => request.cancel()}>
        {t('Dismiss')}
      </Button>
    </>
  );
}
