import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { ServerView } from '../../../src/contract/inspector.ts';
import type { TokenView } from '../../../src/contract/signIn.ts';
import type { Inspector } from '../../model/inspector/inspector.ts';
import { t } from '../../platform/l10n.ts';
import { formatMoment } from '../../platform/units.ts';
import { valueIn } from '../../platform/loaded.ts';
import { Button } from '../components/kit.ts';
import { Facts } from '../components/layout/facts.tsx';
import { FaultNotice, Notice } from '../components/layout/notice.tsx';
import { JsonTree } from '../json/jsonTree.tsx';
import { SignInSteps } from './signInSteps.tsx';

interface ReportProps {
  readonly inspector: Inspector;
  readonly server: ServerView;
}

/** The real sign-in: who was asked what, what the specification says of it, and what the token says. */
export function SignInReport({ inspector, server }: ReportProps): JSX.Element {
  const { signIns } = inspector;
  useEffect(() => void signIns.views.load(server.id), [server.id, server.state, server.stateText]);
  const view = valueIn(signIns.views.of(server.id).value);
  const failure = signIns.failures.of(server.id);
  return (
    <>
      {failure && <FaultNotice fault={failure} />}
      {view?.token && <Token token={view.token} />}
      <Actions inspector={inspector} server={server.id} token={view?.token} />
      {view && view.steps.length > 0 && <SignInSteps steps={view.steps} />}
      {view?.steps.length === 0 && <p class="muted">{t('No sign-in since this window was opened.')}</p>}
    </>
  );
}

function Token({ token }: { token: TokenView }): JSX.Element {
  const { issuer, type, scope, expiresAt, isRenewable, claims, doubts } = token;
  const rows: (readonly [string, string] | false)[] = [
    [t('Issued by'), issuer],
    [t('Type'), type],
    scope !== undefined && [t('Permissions'), scope],
    expiresAt !== undefined && [t('Expires'), formatMoment(expiresAt)],
    [t('Renewed automatically'), isRenewable ? t('Yes') : t('No')],
  ];
  return (
    <div data-testid="sign-in-token">
      {doubts.map((doubt) => (
        <Notice key={doubt} kind="warning">
          {doubt}
        </Notice>
      ))}
      <Facts rows={rows.filter((row) => row !== false)} />
      {claims ? (
        <JsonTree value={claims} label={t('Claims of the token, not verified')} />
      ) : (
        <p class="muted">{t('The token is opaque: it says nothing about itself.')}</p>
      )}
    </div>
  );
}

interface ActionsProps {
  readonly inspector: Inspector;
  readonly server: string;
  readonly token: TokenView | undefined;
}

function Actions({ inspector: { signIns }, server, token }: ActionsProps): JSX.Element {
  return (
    <div class="run-line">
      <Button data-testid="sign-in-again" onClick={() => void signIns.again(server, 'page')}>
        {token ? t('Sign In Again') : t('Sign In')}
      </Button>
      <Button onClick={() => void signIns.again(server, 'discovery')}>{t('Start Over')}</Button>
      <Button onClick={() => void signIns.again(server, 'registration')}>{t('Register Again')}</Button>
      {token?.isRenewable === true && (
        <Button onClick={() => void signIns.again(server, 'refresh')}>{t('Renew Token')}</Button>
      )}
      {token && (
        <Button data-testid="sign-out" onClick={() => void signIns.revoke(server)}>
          {t('Sign Out')}
        </Button>
      )}
    </div>
  );
}
