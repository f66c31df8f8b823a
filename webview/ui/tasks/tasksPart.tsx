import type { JSX } from 'preact';
import type { ServerView } from '../../../src/protocol/inspector.ts';
import type { TaskStatus, TaskView } from '../../../src/protocol/tasks.ts';
import type { Inspector } from '../../model/inspector.ts';
import { valueIn } from '../../model/perServer.ts';
import { filterByWords } from '../../model/toolSearch.ts';
import { t, tn } from '../../text.ts';
import { Detail } from '../browse/detail.tsx';
import { EmptyList } from '../browse/emptyList.tsx';
import { ItemList, type ListItem } from '../browse/itemList.tsx';
import { keptScroll } from '../browse/keptScroll.ts';
import { Icon } from '../icon.tsx';
import { Button } from '../kit.ts';
import type { StateLook } from '../serverState.ts';
import { TaskDetail } from './taskDetail.tsx';

interface PartProps {
  readonly inspector: Inspector;
  readonly server: ServerView;
}

/** Calls that a server works on by itself: started here, or found there. */
export function TasksPart({ inspector, server }: PartProps): JSX.Element {
  const { place, tasks } = inspector;
  const list = valueIn(tasks.lists.of(server.id).value);
  const chosen = place.chosen('tasks', server.id);
  const task = list?.tasks.find(({ id }) => id === chosen);
  return (
    <>
      <TaskList inspector={inspector} server={server} all={list?.tasks ?? []} offered={list?.offered ?? true} />
      <Detail
        inspector={inspector}
        label={t('Task')}
        listName={t('Tasks')}
        scrollKey={`task ${server.id} ${chosen ?? ''}`}
        onBack={() => place.choose('tasks', server.id, undefined)}
      >
        {task ? (
          <TaskDetail key={task.id} inspector={inspector} server={server} task={task} />
        ) : (
          <p class="empty muted">{t('Select a task to see its progress and result.')}</p>
        )}
      </Detail>
    </>
  );
}

interface TaskListProps extends PartProps {
  readonly all: readonly TaskView[];
  readonly offered: boolean;
}

function TaskList({ inspector, server, all, offered }: TaskListProps): JSX.Element {
  const { place, tasks } = inspector;
  const shown = filterByWords(all, tasks.query.value, ({ id, tool, status, statusMessage }) => [
    id,
    tool,
    status,
    statusMessage,
  ]);
  const chosen = place.chosen('tasks', server.id);
  const none = offered
    ? t('No tasks. Tools that can run as a task have a Run as Task button.')
    : t('This server does not support tasks.');
  return (
    <ItemList
      label={t('Tasks')}
      searchLabel={t('Search tasks')}
      testId="task"
      query={tasks.query}
      count={shown.length}
      item={(index) => toItem(shown[index] as TaskView)}
      selected={shown.findIndex(({ id }) => id === chosen)}
      found={tn(shown.length, '{0} task found', '{0} tasks found')}
      scroll={keptScroll(place, `tasks ${server.id}`)}
      onPick={(index) => {
        const task = shown[index] as TaskView;
        place.choose('tasks', server.id, task.id);
        if (task.content === undefined && task.fault === undefined) void tasks.refresh(server.id, task.id);
      }}
      tools={
        <Button
          look="icon"
          title={t('Refresh Tasks')}
          aria-label={t('Refresh Tasks')}
          onClick={() => void tasks.lists.load(server.id)}
        >
          <Icon name="refresh" />
        </Button>
      }
      empty={
        <EmptyList
          inspector={inspector}
          server={server}
          state={tasks.lists.of(server.id).value}
          text={all.length === 0 ? none : t('No matching tasks.')}
          onRetry={() => void tasks.lists.load(server.id)}
        />
      }
    />
  );
}

function toItem({ id, tool, status, statusMessage }: TaskView): ListItem {
  const look = taskLook(status);
  return { id, name: tool ?? id, about: `${look.word} ${statusMessage ?? ''}`, title: id, icon: look.icon };
}

/** Icon and word together: colour alone never says how it stands. */
export function taskLook(status: TaskStatus): StateLook {
  switch (status) {
    case 'working':
      return { icon: 'loading', word: t('Working'), tone: 'busy' };
    case 'input_required':
      return { icon: 'question', word: t('Input required'), tone: 'warn' };
    case 'completed':
      return { icon: 'pass', word: t('Completed'), tone: 'good' };
    case 'failed':
      return { icon: 'error', word: t('Failed'), tone: 'bad' };
    case 'cancelled':
      return { icon: 'circle-slash', word: t('Cancelled'), tone: 'quiet' };
    default:
      return status satisfies never;
  }
}
