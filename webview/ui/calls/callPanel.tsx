import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { ServerView, ToolView } from '../../../src/contract/inspector.ts';
import type { Call } from '../../model/calls/calls.ts';
import type { CallOptionsDraft } from '../../model/calls/callOptions.ts';
import type { Form } from '../../model/form/form.ts';
import type { Inspector } from '../../model/inspector/inspector.ts';
import { t, tn } from '../../platform/l10n.ts';
import { FormView } from '../form/formView.tsx';
import { Icon } from '../components/icon.tsx';
import { Button } from '../components/kit.ts';
import { onRunKey } from '../browse/runKey.ts';
import { SendAnyway } from '../browse/sendAnyway.tsx';
import { CallOptions } from './callOptions.tsx';
import { SaveCall, type CallToSave } from './saveCall.tsx';
import type { ResultActions } from '../results/resultHead.tsx';
import { CallResults } from './callResults.tsx';

interface CallPanelProps {
  readonly inspector: Inspector;
  readonly server: ServerView;
  readonly tool: ToolView;
}

/** Form and result side by side where there is room; each result belongs to its own call. */
export function CallPanel({ inspector, server, tool }: CallPanelProps): JSX.Element {
  const panel = useRef<HTMLDivElement>(null);
  const form = inspector.drafts.of(server.id, tool.name, tool.inputSchema);
  const options = inspector.callOptions(server.id, tool.name);
  const send = (): void => {
    const [args, extra] = [form.result.value, options.result.value];
    if (args.ok && extra.ok && server.state === 'connected')
      inspector.calls.run(server.id, tool.name, args.args, extra.options);
  };
  const current = (): CallToSave | undefined => {
    const [args, extra] = [form.result.value, options.result.value];
    if (!args.ok || !extra.ok) return undefined;
    return { server: server.id, tool: tool.name, args: args.args, options: extra.options };
  };
  const run = (): void => {
    form.attempted.value = true;
    if (form.issues.value.length === 0) send();
    else focusFirst(panel.current, form);
  };
  const calls = inspector.calls.of(server.id, tool.name);
  return (
    <div class="call" ref={panel} onKeyDown={onRunKey(run)}>
      <section class="form" aria-label={t('Arguments')}>
        <FormView form={form} tab={inspector.formTab(server.id, tool.name)} />
        <RunLine form={form} options={options} server={server} tool={tool} onRun={run} onSend={send} />
        <CallOptions draft={options} />
        <SaveCall inspector={inspector} current={current} />
      </section>
      <CallResults calls={calls} outputSchema={tool.outputSchema} actions={resultActions(inspector, form, options)} />
    </div>
  );
}

function resultActions(inspector: Inspector, form: Form, options: CallOptionsDraft): ResultActions {
  return {
    runAgain: (call) => void runAgain(inspector, call),
    edit: (call) => {
      form.load(call.args);
      options.load(call.view.peek());
    },
    previous: (call) => {
      const list = inspector.calls.of(call.server, call.tool).list.value;
      return list.slice(list.indexOf(call) + 1).find((other) => hasResult(other));
    },
  };
}

export function runAgain(inspector: Inspector, call: Call): Call {
  const { meta, timeoutMs } = call.view.peek();
  return inspector.calls.run(call.server, call.tool, call.args, {
    ...(meta && { meta }),
    ...(timeoutMs !== undefined && { timeoutMs }),
  });
}

function hasResult(call: Call): boolean {
  const { state } = call.view.value;
  return state.kind === 'done' && state.end.kept;
}

interface RunLineProps {
  readonly form: Form;
  readonly options: CallOptionsDraft;
  readonly server: ServerView;
  readonly tool: ToolView;
  readonly onRun: () => void;
  readonly onSend: () => void;
}

function RunLine({ form, options, server, tool, onRun, onSend }: RunLineProps): JSX.Element {
  const result = form.result.value;
  const problems = form.attempted.value ? form.issues.value.length : 0;
  const isReady = server.state === 'connected' && result.ok && options.result.value.ok;
  return (
    <div class="run-line">
      <Button appearance="primary" data-testid="run" disabled={!isReady} title={t('Run (Ctrl+Enter)')} onClick={onRun}>
        <Icon name="play" slot="start" />
        {t('Run')}
      </Button>
      {problems > 0 && isReady && (
        <>
          <span class="field-error" role="alert" data-testid="form-problems">
            {tn(problems, '{0} problem', '{0} problems')}
          </span>
          <SendAnyway onClick={onSend} />
        </>
      )}
      {tool.annotations?.['destructiveHint'] === true && (
        <span class="state tone-warn">
          <Icon name="warning" />
          {t('This tool is marked destructive.')}
        </span>
      )}
      {!result.ok && <span class="field-error">{result.reason}</span>}
      {server.state !== 'connected' && <span class="muted">{t('The server is not connected.')}</span>}
    </div>
  );
}

function focusFirst(panel: HTMLElement | null, form: Form): void {
  const pointers = new Set(form.issues.value.map(({ at }) => at));
  const fields = [...(panel?.querySelectorAll<HTMLElement>('[data-field]') ?? [])];
  const field = fields.find((element) => pointers.has(element.dataset['field'] ?? ''));
  field
    ?.querySelector<HTMLElement>('vscode-text-field, vscode-text-area, vscode-dropdown, vscode-checkbox, button')
    ?.focus();
}
