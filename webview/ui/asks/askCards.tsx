import type { JSX } from 'preact';
import { displayName } from '../../../src/protocol/toolName.ts';
import type { Ask, Asks } from '../../model/asks.ts';
import type { Inspector } from '../../model/inspector.ts';
import { t } from '../../text.ts';
import { FormView } from '../form/formView.tsx';
import { Icon } from '../icon.tsx';
import { Button } from '../kit.ts';
import { FaultNotice, Notice } from '../notice.tsx';
import { SamplingCard } from './samplingCard.tsx';

/** What servers wait for. Cards among the rest of the page: everything else stays usable while they are there. */
export function AskCards({ inspector }: { inspector: Inspector }): JSX.Element {
  const { asks } = inspector;
  return (
    <section class="asks" aria-label={t('Servers ask you')} aria-live="polite" data-testid="asks">
      {asks.list.value.map((ask) => (
        <AskCard key={ask.view.id} ask={ask} asks={asks} inspector={inspector} />
      ))}
    </section>
  );
}

interface AskCardProps {
  readonly ask: Ask;
  readonly asks: Asks;
  readonly inspector: Inspector;
}

function AskCard({ ask, asks, inspector }: AskCardProps): JSX.Element {
  const { view } = ask;
  const label = inspector.servers.snapshot.value.servers.find(({ id }) => id === view.server)?.label ?? view.server;
  return (
    <article class="ask" data-testid="ask" data-kind={view.kind} aria-label={t('{0} asks', label)}>
      <h2 class="ask-title">
        <Icon name="comment" />
        <span class="grow break">{titleOf(ask, label)}</span>
        <CallLink ask={ask} inspector={inspector} />
      </h2>
      {view.kind === 'form' && <FormCard ask={ask} message={view.message} />}
      {view.kind === 'url' && <UrlCard ask={ask} {...view} />}
      {view.kind === 'sampling' && <SamplingCard ask={ask} models={asks.models.value} />}
      {ask.failure.value && <FaultNotice fault={ask.failure.value} />}
    </article>
  );
}

function titleOf({ view }: Ask, server: string): string {
  switch (view.kind) {
    case 'form':
      return t('{0} asks you for something', server);
    case 'url':
      return t('{0} asks you to open a web page', server);
    case 'sampling':
      return t('{0} asks for the words of a language model', server);
    default:
      return view satisfies never;
  }
}

/** Back to the call that waits for this answer. */
function CallLink({ ask, inspector }: { ask: Ask; inspector: Inspector }): JSX.Element | null {
  const call = ask.view.call === undefined ? undefined : inspector.calls.get(ask.view.call);
  if (!call) return null;
  const show = (): void => inspector.servers.choose({ server: call.server, tool: call.tool });
  return (
    <button type="button" class="link" title={t('Show the call that waits for this')} onClick={show}>
      {displayName(call)} #{call.view.value.number}
    </button>
  );
}

function FormCard({ ask, message }: { ask: Ask; message: string }): JSX.Element {
  const form = ask.form!;
  const accept = (): void => {
    form.attempted.value = true;
    if (form.issues.value.length === 0) ask.accept();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    accept();
  };
  return (
    <div class="ask-body" onKeyDown={onKeyDown}>
      <p class="pre-wrap break" data-testid="ask-message">
        {message}
      </p>
      <Notice kind="info">{t('Never type a password or a key here: the server gets what you write.')}</Notice>
      <FormView form={form} tab={ask.tab} />
      <div class="run-line">
        <Button look="primary" data-testid="ask-accept" title={t('Send (Ctrl+Enter)')} onClick={accept}>
          {t('Send')}
        </Button>
        {form.attempted.value && form.issues.value.length > 0 && (
          <Button data-testid="ask-anyway" onClick={() => ask.accept()}>
            {t('Send anyway')}
          </Button>
        )}
        <Refusals ask={ask} />
      </div>
    </div>
  );
}

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

interface UrlCardProps {
  readonly ask: Ask;
  readonly message: string;
  readonly url: string;
  readonly host: string;
}

function UrlCard({ ask, message, url, host }: UrlCardProps): JSX.Element {
  return (
    <div class="ask-body">
      <p class="pre-wrap break">{message}</p>
      <p>
        {t('It leads to')} <strong data-testid="ask-host">{host}</strong>
      </p>
      <code class="break muted">{url}</code>
      <div class="run-line">
        <Button look="primary" data-testid="ask-accept" onClick={() => ask.accept()}>
          {t('Open {0}', host)}
        </Button>
        <Refusals ask={ask} />
      </div>
    </div>
  );
}
