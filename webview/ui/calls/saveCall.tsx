import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { FaultShape } from '../../../src/base/fault.ts';
import type { SnippetKind } from '../../../src/contract/calls.ts';
import type { Inspector } from '../../model/inspector/inspector.ts';
import type { RunOptions } from '../../model/calls/calls.ts';
import { t } from '../../platform/l10n.ts';
import { Button, TextField } from '../components/kit.ts';
import { FaultNotice } from '../components/layout/notice.tsx';

export interface CallToSave {
  readonly server: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly options: RunOptions;
}

interface SaveCallProps {
  readonly inspector: Inspector;
  /** The call in the form; undefined while the arguments are not an object. */
  readonly current: () => CallToSave | undefined;
}

/** Saves the call of the form in the workspace, or copies it as code. */
export function SaveCall({ inspector, current }: SaveCallProps): JSX.Element {
  return (
    <section class="fields" aria-label={t('Save or Copy as Code')} data-testid="save-or-copy">
      <SaveLine inspector={inspector} current={current} />
      <CopyLine inspector={inspector} current={current} />
    </section>
  );
}

function SaveLine({ inspector, current }: SaveCallProps): JSX.Element {
  const { savedCalls } = inspector;
  const name = useSignal('');
  const saved = useSignal('');
  const refused = useSignal<FaultShape | undefined>(undefined);
  const save = async (): Promise<void> => {
    const call = current();
    if (!call || name.value.trim() === '') return;
    const { server, tool, args, options } = call;
    const entry = { name: name.value.trim(), server, tool, args, ...pick(options) };
    refused.value = await savedCalls.put(entry);
    saved.value = refused.value ? '' : entry.name;
  };
  return (
    <>
      <div class="run-line">
        <TextField
          class="grow"
          value={name.value}
          placeholder={t('Name of the call')}
          aria-label={t('Name of the call')}
          data-testid="save-name"
          onInput={(text) => (name.value = text)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') void save();
          }}
        />
        <Button
          data-testid="save-call"
          title={t('Save to .vscode/mcp-calls.json')}
          disabled={name.value.trim() === '' || !savedCalls.view.value.writable}
          onClick={() => void save()}
        >
          {t('Save Call')}
        </Button>
      </div>
      <p class="muted" role="status">
        {saved.value !== '' && t('Saved as {0} in .vscode/mcp-calls.json.', saved.value)}
        {!savedCalls.view.value.writable && t('Open a folder to save calls.')}
      </p>
      {refused.value && <FaultNotice fault={refused.value} testId="save-refused" />}
    </>
  );
}

function pick({ meta, timeoutMs }: RunOptions): Pick<RunOptions, 'meta' | 'timeoutMs'> {
  return { ...(meta && { meta }), ...(timeoutMs !== undefined && { timeoutMs }) };
}

const kinds: readonly (readonly [SnippetKind, string])[] = [
  ['cli', 'switchboard call'],
  ['curl', 'curl'],
  ['typescript', 'TypeScript'],
  ['python', 'Python'],
];

function CopyLine({ inspector, current }: SaveCallProps): JSX.Element {
  const { snippets } = inspector;
  const copy = (kind: SnippetKind): void => {
    const call = current();
    if (call) void snippets.copy(kind, call);
  };
  const state = snippets.state.value;
  return (
    <>
      <div class="run-line" role="group" aria-label={t('Copy as Code')}>
        <span class="muted">{t('Copy as Code')}</span>
        {kinds.map(([kind, label]) => (
          <Button key={kind} data-testid={`copy-${kind}`} onClick={() => copy(kind)}>
            {label}
          </Button>
        ))}
      </div>
      {state.kind === 'copied' && (
        <>
          <p class="muted" role="status">
            {t('Copied. Secrets are read from environment variables.')}
          </p>
          <pre class="block-text" tabIndex={0} aria-label={t('Code')} data-testid="snippet">
            {state.text}
          </pre>
        </>
      )}
      {state.kind === 'failed' && <FaultNotice fault={state.fault} />}
    </>
  );
}
