import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { FaultShape } from '../../../src/base/fault.ts';
import type { SnippetKind } from '../../../src/protocol/calls.ts';
import type { Inspector } from '../../model/inspector.ts';
import type { RunOptions } from '../../model/calls.ts';
import { t } from '../../text.ts';
import { Button, TextField } from '../kit.ts';
import { FaultNotice } from '../notice.tsx';
import { Section } from '../section.tsx';

export interface KeptCall {
  readonly server: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly options: RunOptions;
}

interface KeepCallProps {
  readonly inspector: Inspector;
  /** What is in the form now; nothing while it is not an object. */
  readonly current: () => KeptCall | undefined;
}

/** Keeps the call as it is in the form: in the workspace, or as code on the clipboard. */
export function KeepCall({ inspector, current }: KeepCallProps): JSX.Element {
  return (
    <Section level={3} title={t('Save or Copy as Code')} testId="keep-call">
      <SaveLine inspector={inspector} current={current} />
      <CopyLine inspector={inspector} current={current} />
    </Section>
  );
}

function SaveLine({ inspector, current }: KeepCallProps): JSX.Element {
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

function CopyLine({ inspector, current }: KeepCallProps): JSX.Element {
  const { snippets } = inspector;
  const copy = (kind: SnippetKind): void => {
    const call = current();
    if (call) void snippets.copy(kind, call);
  };
  const state = snippets.state.value;
  return (
    <>
      <div class="run-line" role="group" aria-label={t('Copy as Code')}>
        {kinds.map(([kind, word]) => (
          <Button key={kind} data-testid={`copy-${kind}`} onClick={() => copy(kind)}>
            {word}
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
