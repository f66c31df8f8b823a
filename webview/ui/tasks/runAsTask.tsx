import type { JSX } from 'preact';
import { isRecord } from '../../../src/base/json.ts';
import type { ServerView, ToolView } from '../../../src/contract/inspector.ts';
import type { Inspector } from '../../model/inspector/inspector.ts';
import { valueIn } from '../../platform/loaded.ts';
import { t } from '../../platform/l10n.ts';
import { Icon } from '../components/icon.tsx';
import { Button } from '../components/kit.ts';
import { FaultNotice } from '../components/layout/notice.tsx';

interface RunAsTaskProps {
  readonly inspector: Inspector;
  readonly server: ServerView;
  readonly tool: ToolView;
}

/** For tools that may, or must, be run as a task, with the arguments of the form. */
export function RunAsTask({ inspector, server, tool }: RunAsTaskProps): JSX.Element | null {
  const { drafts, tasks, navigation, browse } = inspector;
  const support = tool.execution?.taskSupport;
  const { extensions } = valueIn(browse.facts.of(server.id).value)?.capabilities ?? {};
  const isPossible =
    server.era === 'modern'
      ? isRecord(extensions) && 'io.modelcontextprotocol/tasks' in extensions
      : support === 'optional' || support === 'required';
  if (!isPossible) return null;
  const { result, attempted, issues } = drafts.of(server.id, tool.name, tool.inputSchema);
  const run = async (): Promise<void> => {
    attempted.value = true;
    if (!result.value.ok || issues.value.length > 0) return;
    const id = await tasks.start(server.id, tool.name, result.value.args);
    if (id !== undefined) navigation.choose('tasks', server.id, id);
  };
  return (
    <div class="run-line">
      <Button
        appearance={support === 'required' ? 'primary' : 'secondary'}
        data-testid="run-as-task"
        disabled={server.state !== 'connected' || !result.value.ok || tasks.starting.value}
        title={t('Runs in the background on the server. The Tasks tab shows its progress')}
        onClick={() => void run()}
      >
        <Icon name="checklist" slot="start" />
        {t('Run as Task')}
      </Button>
      {support === 'required' && <span class="muted">{t('This tool can only run as a task.')}</span>}
      {tasks.failure.value && <FaultNotice fault={tasks.failure.value} lead={t('Could not start the task.')} />}
    </div>
  );
}
