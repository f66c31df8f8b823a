import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { ServerView } from '../../../src/contract/inspector.ts';
import type { TaskView } from '../../../src/contract/tasks.ts';
import type { Inspector } from '../../model/inspector/inspector.ts';
import { valueIn } from '../../platform/loaded.ts';
import { Arrivals } from '../../model/servers/arrivals.ts';
import { filterByWords } from '../../model/servers/itemSearch.ts';
import { t, tn } from '../../platform/l10n.ts';
import { Detail } from '../browse/detail.tsx';
import { EmptyList } from '../browse/emptyList.tsx';
import { ItemList, type ListItem } from '../browse/itemList.tsx';
import { savedScroll } from '../browse/savedScroll.ts';
import { TaskDetail } from './taskDetail.tsx';
import { taskPresentation } from './taskPresentation.ts';
import { ListAndDetail } from '../browse/listAndDetail.tsx';
import { Empty } from '../components/layout/empty.tsx';
import { IconButton } from '../components/iconButton.tsx';

interface TabProps {
  readonly inspector: Inspector;
  readonly server: ServerView;
}

/** Tasks that run on the server: started here, or listed by the server. */
export function TasksTab({ inspector, server }: TabProps): JSX.Element {
  const { navigation, tasks } = inspector;
  const list = valueIn(tasks.lists.of(server.id).value);
  const chosen = navigation.chosen('tasks', server.id);
  const task = list?.tasks.find(({ id }) => id === chosen);
  return (
    <ListAndDetail
      isChosen={chosen !== undefined}
      isNone={list?.tasks.length === 0}
      list={<TaskList inspector={inspector} server={server} all={list?.tasks ?? []} offered={list?.offered ?? true} />}
      detail={
        <Detail
          inspector={inspector}
          label={t('Task')}
          listName={t('Tasks')}
          scrollKey={`task ${server.id} ${chosen ?? ''}`}
          onBack={() => navigation.choose('tasks', server.id, undefined)}
        >
          {task ? (
            <TaskDetail key={task.id} inspector={inspector} server={server} task={task} />
          ) : (
            <Empty icon="checklist" text={t('Select a task to see its progress and result.')} />
          )}
        </Detail>
      }
    />
  );
}

interface TaskListProps extends TabProps {
  readonly all: readonly TaskView[];
  readonly offered: boolean;
}

function TaskList({ inspector, server, all, offered }: TaskListProps): JSX.Element {
  const { navigation, tasks } = inspector;
  const shown = filterByWords(all, tasks.query.value, ({ id, tool, status, statusMessage }) => [
    id,
    tool,
    status,
    statusMessage,
  ]);
  const chosen = navigation.chosen('tasks', server.id);
  const arrivals = useMemo(() => new Arrivals<TaskView>(({ id }) => id), []);
  const arrived = arrivals.in(server.id, all);
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
      item={(index) => toItem(shown[index] as TaskView, arrived)}
      selected={shown.findIndex(({ id }) => id === chosen)}
      found={tn(shown.length, '{0} task found', '{0} tasks found')}
      scroll={savedScroll(navigation, `tasks ${server.id}`)}
      onPick={(index) => {
        const task = shown[index] as TaskView;
        navigation.choose('tasks', server.id, task.id);
        if (task.content === undefined && task.fault === undefined) void tasks.refresh(server.id, task.id);
      }}
      tools={
        (offered || all.length > 0) && (
          <IconButton icon="refresh" label={t('Refresh Tasks')} onClick={() => void tasks.lists.load(server.id)} />
        )
      }
      empty={
        <EmptyList
          inspector={inspector}
          server={server}
          icon="checklist"
          state={tasks.lists.of(server.id).value}
          text={all.length === 0 ? none : t('No matching tasks.')}
          isNone={!offered && all.length === 0}
          onRetry={() => void tasks.lists.load(server.id)}
        />
      }
    />
  );
}

function toItem({ id, tool, status, statusMessage }: TaskView, arrived: ReadonlySet<string>): ListItem {
  const { label, icon } = taskPresentation(status);
  const about = statusMessage ? `${label} · ${statusMessage}` : label;
  return { id, name: tool ?? id, about, title: id, icon, isNew: arrived.has(id) };
}
