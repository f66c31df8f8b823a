import { revealSentence } from '../../../src/base/text/hiddenCharacters.ts';
import type { JSX } from 'preact';
import type { Call } from '../../model/calls/calls.ts';
import type { ClientRequest, ClientRequests } from '../../model/calls/clientRequests.ts';
import type { Inspector } from '../../model/inspector/inspector.ts';
import { t } from '../../platform/l10n.ts';
import { FormView } from '../form/formView.tsx';
import { Icon } from '../components/icon.tsx';
import { Button } from '../components/kit.ts';
import { FaultNotice, Notice } from '../components/layout/notice.tsx';
import { DeclineButtons } from './declineButtons.tsx';
import { SamplingCard } from './samplingCard.tsx';

interface ClientRequestCardsProps {
  readonly inspector: Inspector;
  readonly requests: readonly ClientRequest[];
}

/** Pending requests of servers, as cards in the page: everything else stays usable. */
export function ClientRequestCards({ inspector, requests }: ClientRequestCardsProps): JSX.Element {
  return (
    <section class="client-requests" aria-label={t('Server requests')} aria-live="polite" data-testid="client-requests">
      {requests.map((request) => (
        <ClientRequestCard
          key={request.view.id}
          request={request}
          requests={inspector.clientRequests}
          inspector={inspector}
        />
      ))}
    </section>
  );
}

interface ClientRequestLineProps {
  readonly inspector: Inspector;
  readonly request: ClientRequest;
  readonly call: Call;
}

/** For a request of a call that is not in view: one line, which leads to the card at that call. */
export function ClientRequestLine({ inspector, request, call }: ClientRequestLineProps): JSX.Element {
  const show = (): void => {
    inspector.navigation.tab.value = 'tools';
    inspector.servers.choose({ server: call.server, tool: call.tool });
    inspector.calls.of(call.server, call.tool).open.value = call.id;
  };
  const label = labelOf(request, inspector);
  return (
    <Notice kind="info" testId="client-request-line">
      <div class="block-head">
        {/* What it asks is said at the call: here it has to fit into a side bar. */}
        <span class="ellipsis" title={titleOf(request, label)}>
          {t('{0} asks', label)}
        </span>
        <button type="button" class="link" data-testid="request-show" onClick={show}>
          {t('Answer')}
        </button>
      </div>
    </Notice>
  );
}

function labelOf({ view }: ClientRequest, { servers }: Inspector): string {
  const server = servers.snapshot.value.servers.find(({ id }) => id === view.server);
  return revealSentence(server?.label ?? view.server);
}

interface ClientRequestCardProps {
  readonly request: ClientRequest;
  readonly requests: ClientRequests;
  readonly inspector: Inspector;
}

function ClientRequestCard({ request, requests, inspector }: ClientRequestCardProps): JSX.Element {
  const { view } = request;
  const label = labelOf(request, inspector);
  return (
    <article
      class="client-request"
      data-testid="client-request"
      data-kind={view.kind}
      aria-label={t('Request from {0}', label)}
    >
      <h2 class="client-request-title">
        <Icon name="comment" />
        <span class="grow break">{titleOf(request, label)}</span>
      </h2>
      {view.kind === 'form' && <FormCard request={request} message={view.message} />}
      {view.kind === 'url' && <UrlCard request={request} {...view} />}
      {view.kind === 'sampling' && <SamplingCard request={request} models={requests.models.value} />}
      {request.failure.value && <FaultNotice fault={request.failure.value} />}
    </article>
  );
}

function titleOf({ view }: ClientRequest, server: string): string {
  switch (view.kind) {
    case 'form':
      return t('{0} requests input', server);
    case 'url':
      return t('{0} requests to open a website', server);
    case 'sampling':
      return t('{0} requests a model response', server);
    default:
      return view satisfies never;
  }
}

function FormCard({ request, message }: { request: ClientRequest; message: string }): JSX.Element {
  const form = request.form!;
  const accept = (): void => {
    form.attempted.value = true;
    if (form.issues.value.length === 0) request.accept();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    accept();
  };
  return (
    <div class="client-request-body" onKeyDown={onKeyDown}>
      <p class="pre-wrap break" data-testid="request-message">
        {message}
      </p>
      <Notice kind="info">{t('Do not enter passwords or keys here. The server receives what you enter.')}</Notice>
      <FormView form={form} tab={request.tab} />
      <div class="run-line">
        <Button appearance="primary" data-testid="request-accept" title={t('Send (Ctrl+Enter)')} onClick={accept}>
          {t('Send')}
        </Button>
        {form.attempted.value && form.issues.value.length > 0 && (
          <Button data-testid="request-anyway" onClick={() => request.accept()}>
            {t('Send Anyway')}
          </Button>
        )}
        <DeclineButtons request={request} />
      </div>
    </div>
  );
}

interface UrlCardProps {
  readonly request: ClientRequest;
  readonly message: string;
  readonly url: string;
  readonly host: string;
}

function UrlCard({ request, message, url, host }: UrlCardProps): JSX.Element {
  return (
    <div class="client-request-body">
      <p class="pre-wrap break">{message}</p>
      <p>
        {t('Opens')} <strong data-testid="request-host">{host}</strong>
      </p>
      <code class="break muted">{revealSentence(url)}</code>
      <div class="run-line">
        <Button appearance="primary" data-testid="request-accept" onClick={() => request.accept()}>
          {t('Open {0}', host)}
        </Button>
        <DeclineButtons request={request} />
      </div>
    </div>
  );
}
