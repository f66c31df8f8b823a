import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { ServerView, ToolView } from '../../../src/contract/inspector.ts';
import type { Call } from '../../model/calls/calls.ts';
import type { CallOptionsDraft } from '../../model/calls/callOptions.ts';
import type { Form } from '../../model/form/form.ts';
import type { Inspector } from '../../model/inspector/inspector.ts';
import { t } from '../../platform/l10n.ts';
import { FormView } from '../form/formView.tsx';
import { lazy } from '../components/lazy.tsx';
import { Split } from '../components/layout/split.tsx';
import { onRunKey } from '../browse/runKey.ts';
import { CallOptions } from './callOptions.tsx';
import { SaveCall, type CallToSave } from './saveCall.tsx';
import type { ResultActions } from '../results/resultHead.tsx';
import { CallResults } from './callResults.tsx';
import { canRunOn, type RunExtra, RunLine } from './runLine.tsx';

const RunAsTask = lazy(() => import('../tasks/runAsTask.tsx').then((module) => module.RunAsTask));
const AppSection = lazy(() => import('../apps/appSection.tsx').then((module) => module.AppSection));

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
    if (args.ok && extra.ok && canRunOn(server)) inspector.calls.run(server.id, tool.name, args.args, extra.options);
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
  return (
    <div class="call" ref={panel} onKeyDown={onRunKey(run)}>
      <CallPanes {...{ inspector, server, tool, form, options, run, send, current }} />
    </div>
  );
}

interface CallPanesProps extends CallPanelProps {
  readonly form: Form;
  readonly options: CallOptionsDraft;
  readonly run: () => void;
  readonly send: () => void;
  readonly current: () => CallToSave | undefined;
}

function CallPanes({ inspector, server, tool, form, options, run, send, current }: CallPanesProps): JSX.Element {
  const extra = useSignal<RunExtra>('none');
  const calls = inspector.calls.of(server.id, tool.name);
  const shown = calls.shown.value;
  const schemas = { input: tool.inputSchema, output: tool.outputSchema };
  const actions = resultActions(inspector, form, options);
  return (
    <Split
      name="form"
      initial="320px"
      first={
        <section class="form" aria-label={t('Arguments')}>
          <FormView form={form} tab={inspector.formTab(server.id, tool.name)} schemas={schemas} />
          <RunLine {...{ form, options, server, tool, extra }} call={shown} onRun={run} onSend={send} />
          {extra.value === 'options' && <CallOptions draft={options} />}
          {extra.value === 'save' && <SaveCall inspector={inspector} current={current} />}
          {mayBeTask(server, tool) && <RunAsTask inspector={inspector} server={server} tool={tool} />}
          {tool.app !== undefined && <AppSection inspector={inspector} server={server} tool={tool} />}
        </section>
      }
      second={
        shown && (
          <CallResults
            inspector={inspector}
            calls={calls}
            shown={shown}
            outputSchema={tool.outputSchema}
            actions={actions}
          />
        )
      }
    />
  );
}

/** Legacy servers declare it per tool; modern ones for the whole server, which is checked later. */
function mayBeTask({ era }: ServerView, { execution }: ToolView): boolean {
  return era === 'modern' || execution?.taskSupport === 'optional' || execution?.taskSupport === 'required';
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

function focusFirst(panel: HTMLElement | null, form: Form): void {
  const pointers = new Set(form.issues.value.map(({ at }) => at));
  const fields = [...(panel?.querySelectorAll<HTMLElement>('[data-field]') ?? [])];
  const field = fields.find((element) => pointers.has(element.dataset['field'] ?? ''));
  field
    ?.querySelector<HTMLElement>('vscode-text-field, vscode-text-area, vscode-dropdown, vscode-checkbox, button')
    ?.focus();
}
