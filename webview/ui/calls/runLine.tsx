import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';
import type { ServerView, ToolView } from '../../../src/contract/inspector.ts';
import type { CallOptionsDraft } from '../../model/calls/callOptions.ts';
import type { Call } from '../../model/calls/calls.ts';
import type { Form } from '../../model/form/form.ts';
import { t, tn } from '../../platform/l10n.ts';
import { SendAnyway } from '../browse/sendAnyway.tsx';
import { Chip } from '../components/chip.tsx';
import { Icon } from '../components/icon.tsx';
import { Button } from '../components/kit.ts';
import { Menu } from '../components/menu.tsx';

/** What is open below the line. */
export type RunExtra = 'none' | 'options' | 'save';

interface RunLineProps {
  readonly form: Form;
  readonly options: CallOptionsDraft;
  readonly server: ServerView;
  readonly tool: ToolView;
  /** The call that is shown; while it runs, it can be cancelled here. */
  readonly call: Call | undefined;
  readonly extra: Signal<RunExtra>;
  readonly onRun: () => void;
  readonly onSend: () => void;
}

export function RunLine(props: RunLineProps): JSX.Element {
  const { form, options, server, tool, call, extra } = props;
  const result = form.result.value;
  const toggle = (to: RunExtra) => (): void => void (extra.value = extra.value === to ? 'none' : to);
  return (
    <div class="run-line is-sticky">
      {call?.view.value.state.kind === 'running' ? <CancelButton call={call} /> : <RunButton {...props} />}
      <Menu
        testId="run-more"
        items={[
          { icon: 'settings', label: t('Options'), testId: 'show-options', onClick: toggle('options') },
          { icon: 'save', label: t('Save or Copy as Code'), testId: 'show-save', onClick: toggle('save') },
        ]}
      />
      {options.isSet.value && <Chip tone="busy">{t('Options (changed)')}</Chip>}
      <Problems {...props} />
      {tool.annotations?.['destructiveHint'] === true && (
        <span class="state tone-warn" title={t('This tool is marked destructive.')}>
          <Icon name="warning" />
          {t('Destructive')}
        </span>
      )}
      {!result.ok && <span class="field-error">{result.reason}</span>}
      {server.state !== 'connected' && <span class="muted">{restText(server)}</span>}
    </div>
  );
}

function CancelButton({ call }: { call: Call }): JSX.Element {
  return (
    <Button data-testid="cancel" onClick={() => call.cancel()}>
      <Icon name="debug-stop" slot="start" />
      {t('Cancel')}
    </Button>
  );
}

/** A call starts the server where it does not run; only an approval has to come first. */
export function mayRun({ state }: ServerView): boolean {
  return state !== 'pending';
}

function restText(server: ServerView): string {
  return mayRun(server) ? t('Run starts the server.') : t("This server won't run until you approve it.");
}

function isReady({ form, options, server }: RunLineProps): boolean {
  return mayRun(server) && form.result.value.ok && options.result.value.ok;
}

function RunButton(props: RunLineProps): JSX.Element {
  return (
    <Button
      appearance="primary"
      data-testid="run"
      disabled={!isReady(props)}
      title={t('Run (Ctrl+Enter)')}
      onClick={props.onRun}
    >
      <Icon name="play" slot="start" />
      {t('Run')}
    </Button>
  );
}

function Problems(props: RunLineProps): JSX.Element | null {
  const { form, onSend } = props;
  const count = form.attempted.value ? form.issues.value.length : 0;
  if (count === 0 || !isReady(props)) return null;
  return (
    <>
      <span class="field-error" role="alert" data-testid="form-problems">
        {tn(count, '{0} problem', '{0} problems')}
      </span>
      <SendAnyway onClick={onSend} />
    </>
  );
}
