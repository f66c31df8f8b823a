import { displayName } from '../../../src/contract/toolName.ts';
import type { JSX } from 'preact';
import type { SavedCall } from '../../../src/contract/savedCalls.ts';
import type { Inspector } from '../../model/inspector/inspector.ts';
import { t } from '../../platform/l10n.ts';
import { IconButton } from '../components/iconButton.tsx';
import { FaultNotice, Notice } from '../components/layout/notice.tsx';

/** What `.vscode/mcp-calls.json` holds; nothing is shown where there is nothing. */
export function SavedCalls({ inspector }: { inspector: Inspector }): JSX.Element | null {
  const { view, failure } = inspector.savedCalls;
  const { calls, problem } = view.value;
  if (calls.length === 0 && problem === undefined) return null;
  return (
    <section aria-label={t('Saved calls')} data-testid="saved-calls">
      <div class="block-head">
        <h2 class="block-title grow">{t('Saved calls')}</h2>
        <IconButton
          icon="json"
          label={t('Open the file')}
          testId="saved-open"
          onClick={() => inspector.savedCalls.open()}
        />
      </div>
      {problem !== undefined && <Notice kind="warning">{problem}</Notice>}
      {failure.value && <FaultNotice fault={failure.value} />}
      <ul class="history">
        {calls.map((call) => (
          <li key={call.name} class="saved-row">
            <span class="grow">
              {call.name} <span class="muted">{displayName(call)}</span>
            </span>
            <SavedActions inspector={inspector} call={call} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function SavedActions({ inspector, call }: { inspector: Inspector; call: SavedCall }): JSX.Element {
  const options = {
    ...(call.meta && { meta: call.meta }),
    ...(call.timeoutMs !== undefined && { timeoutMs: call.timeoutMs }),
  };
  return (
    <div class="actions">
      <IconButton
        icon="play"
        label={t('Run {0}', call.name)}
        testId="saved-run"
        onClick={() => inspector.calls.run(call.server, call.tool, call.args, options)}
      />
      <IconButton
        icon="edit"
        label={t('Load {0} into the form', call.name)}
        testId="saved-edit"
        onClick={() => inspector.showCall({ ...call, options })}
      />
      <IconButton
        icon="checklist"
        label={t('Save {0} as a check…', call.name)}
        testId="saved-check"
        onClick={() => void inspector.savedCalls.saveAsCheck(call.name)}
      />
      <IconButton
        icon="trash"
        label={t('Remove {0}', call.name)}
        testId="saved-remove"
        onClick={() => void inspector.savedCalls.remove(call.name)}
      />
    </div>
  );
}
