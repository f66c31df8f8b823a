import type { JSX } from 'preact';
import { t } from '../../platform/l10n.ts';
import { Button } from '../components/kit.ts';

export function SendAnyway({ onClick }: { onClick: () => void }): JSX.Element {
  return (
    <Button
      data-testid="send-anyway"
      title={t("Send without validation, to test the server's own checks")}
      onClick={onClick}
    >
      {t('Send Anyway')}
    </Button>
  );
}
