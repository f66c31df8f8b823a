import type { JSX } from 'preact';
import type { ServerView } from '../../../src/contract/inspector.ts';
import type { TaskView } from '../../../src/contract/tasks.ts';
import type { Inspector } from '../../model/inspector/inspector.ts';
import { isOver } from '../../model/servers/tasks.ts';
import { t } from '../../platform/l10n.ts';
import { Icon } from '../components/icon.tsx';
import { ContentBlock } from '../results/contentBlock.tsx';
import { JsonTree } from '../json/jsonTree.tsx';
import { Button } from '../components/kit.ts';
import { FaultNotice } from '../components/layout/notice.tsx';
import { Section } from '../components/layout/section.tsx';
import { Facts } from '../components/layout/facts.tsx';
import { formatMoment, formatMs } from '../../platform/units.ts';
import { taskPresentation } from './taskPresentation.ts';
import { Head } from '../components/layout/head.tsx';
import { StateLabel } from '../components/stateLabel.tsx';

interface TaskDetailProps {
  readonly inspector: Inspector;
  readonly server: ServerView;
  readonly task: TaskView;
}

export function TaskDetail({ inspector, server, task }: TaskDetailProps): JSX.Element {
  const { tasks } = inspector;
  const isReady = server.state === 'connected';
  return (
    <article class="item" data-testid="task-detail" data-status={task.status}>
      <TaskHead task={task} />
      {tasks.failure.value && <FaultNotice fault={tasks.failure.value} lead={t('Could not update the task.')} />}
      <div class="run-line">
        {!isOver(task.status) && (
          <Button data-testid="cancel-task" disabled={!isReady} onClick={() => void tasks.cancel(server.id, task.id)}>
            {t('Cancel Task')}
          </Button>
        )}
        <Button data-testid="refresh-task" disabled={!isReady} onClick={() => void tasks.refresh(server.id, task.id)}>
          <Icon name="refresh" slot="start" />
          {t('Refresh')}
        </Button>
      </div>
      <TaskOutcome task={task} />
      {task.args && (
        <Section level={3} title={t('Arguments')}>
          <JsonTree value={task.args} label={t('Arguments')} />
        </Section>
      )}
    </article>
  );
}

function TaskHead({ task }: { task: TaskView }): JSX.Element {
  const shown = taskPresentation(task.status);
  const rows: (readonly [string, string | undefined])[] = [
    [t('Task'), task.id],
    [t('Created'), momentOf(task.createdAt)],
    [t('Updated'), momentOf(task.updatedAt)],
    [t('Time to live'), task.ttlMs === undefined ? undefined : formatMs(task.ttlMs)],
  ];
  return (
    <>
      <Head title={task.tool ?? task.id} facts={<StateLabel shown={shown} live testId="task-state" />} />
      {task.statusMessage !== undefined && <p class="pre-wrap">{task.statusMessage}</p>}
      <Facts rows={rows.filter((row): row is readonly [string, string] => row[1] !== undefined)} />
    </>
  );
}

/** As the server wrote it where that is no date. */
function momentOf(text: string | undefined): string | undefined {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? text : formatMoment(at);
}

function TaskOutcome({ task }: { task: TaskView }): JSX.Element {
  const { content, structuredContent, fault } = task;
  return (
    <section class="results" aria-label={t('Result')} data-testid="task-result">
      {fault && <FaultNotice fault={fault} lead={t('The task failed, or its state could not be read.')} />}
      {structuredContent !== undefined && (
        <JsonTree value={structuredContent} label={t('Structured content')} searchable />
      )}
      {content?.map((block, at) => (
        <ContentBlock key={at} block={block} />
      ))}
    </section>
  );
}
