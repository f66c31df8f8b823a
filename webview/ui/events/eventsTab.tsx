import type { JSX } from 'preact';
import type { ServerEvent } from '../../../src/contract/browse.ts';
import type { ServerView } from '../../../src/contract/inspector.ts';
import type { LogLevel } from '../../model/browse/browse.ts';
import type { Inspector } from '../../model/inspector/inspector.ts';
import { valueIn } from '../../platform/loaded.ts';
import { filterByWords } from '../../model/servers/itemSearch.ts';
import { t, tn } from '../../platform/l10n.ts';
import { formatTime } from '../../platform/units.ts';
import { Detail } from '../browse/detail.tsx';
import { ItemList, type ListItem } from '../browse/itemList.tsx';
import { savedScroll } from '../browse/savedScroll.ts';
import { Icon } from '../components/icon.tsx';
import type { IconName } from '../components/icons.ts';
import { JsonTree } from '../json/jsonTree.tsx';
import { Button, Dropdown } from '../components/kit.ts';
import { Notice } from '../components/notice.tsx';

interface TabProps {
  readonly inspector: Inspector;
  readonly server: ServerView;
}

/** Notifications of the server, newest first: log messages, updates, changed lists. */
export function EventsTab({ inspector, server }: TabProps): JSX.Element {
  const { navigation, browse } = inspector;
  const { events, dropped } = browse.events.of(server.id).value;
  const shown = filterByWords(events, browse.eventQuery.value, ({ method, level, logger, preview }) => [
    method,
    level,
    logger,
    preview,
  ]).toReversed();
  const chosen = navigation.chosen('events', server.id);
  const event = events.find(({ seq }) => String(seq) === chosen);
  return (
    <>
      <ItemList
        label={t('Notifications')}
        searchLabel={t('Search notifications')}
        testId="event"
        query={browse.eventQuery}
        count={shown.length}
        item={(index) => toItem(shown[index] as ServerEvent)}
        selected={shown.findIndex(({ seq }) => String(seq) === chosen)}
        found={tn(shown.length, '{0} notification found', '{0} notifications found')}
        scroll={savedScroll(navigation, `events ${server.id}`)}
        onPick={(index) => navigation.choose('events', server.id, String(shown[index]?.seq))}
        tools={<EventTools inspector={inspector} server={server} />}
        empty={
          <p class="empty muted">
            {events.length === 0 ? t('No notifications yet.') : t('No matching notifications.')}
          </p>
        }
      />
      <Detail
        inspector={inspector}
        label={t('Notification')}
        listName={t('Notifications')}
        scrollKey={`event ${server.id} ${chosen ?? ''}`}
        onBack={() => navigation.choose('events', server.id, undefined)}
      >
        {dropped > 0 && (
          <p class="muted">
            {tn(dropped, '{0} older notification was dropped.', '{0} older notifications were dropped.')}
          </p>
        )}
        {event ? (
          <EventDetail key={event.seq} event={event} />
        ) : (
          <p class="empty muted">
            {chosen === undefined
              ? t('Select a notification to see its details.')
              : t('No longer available here. See MCP Traffic.')}
          </p>
        )}
      </Detail>
    </>
  );
}

const levels: readonly LogLevel[] = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];

/** Modern servers log only for calls that ask for it, older ones for the whole session: one choice serves both. */
function EventTools({ inspector, server }: TabProps): JSX.Element {
  const { browse } = inspector;
  const facts = valueIn(browse.facts.of(server.id).value);
  const canLog = server.state === 'connected' && facts?.capabilities['logging'] !== undefined;
  const unset = { value: '', label: t('Log level') };
  return (
    <>
      {canLog && (
        <Dropdown
          class="log-level"
          aria-label={t('Log level')}
          title={t("Minimum level of the server's log messages")}
          data-testid="log-level"
          value={facts?.logLevel ?? ''}
          options={[
            ...(facts?.logLevel === undefined ? [unset] : []),
            ...levels.map((value) => ({ value, label: value })),
          ]}
          onChange={(level) => {
            if (level !== '') void browse.setLogLevel(server.id, level as LogLevel);
          }}
        />
      )}
      <Button
        appearance="icon"
        title={t('Clear Notifications')}
        aria-label={t('Clear Notifications')}
        data-testid="clear-events"
        onClick={() => void browse.events.clear(server.id)}
      >
        <Icon name="clear-all" />
      </Button>
    </>
  );
}

function toItem({ seq, at, method, level, preview }: ServerEvent): ListItem {
  return {
    id: String(seq),
    name: level ?? shortMethod(method),
    about: `${formatTime(at)} ${preview}`,
    title: `${method}\n${preview}`,
    icon: iconOf(level),
  };
}

function shortMethod(method: string): string {
  return method.replace(/^notifications\//, '');
}

function iconOf(level: string | undefined): IconName {
  if (level === undefined) return 'bell';
  if (level === 'warning') return 'warning';
  return /^(error|critical|alert|emergency)$/.test(level) ? 'error' : 'info';
}

function EventDetail({ event }: { event: ServerEvent }): JSX.Element {
  return (
    <article class="tool" data-testid="event-detail">
      <div class="tool-header">
        <h2 class="tool-title">{event.method}</h2>
        <span class="muted">{[formatTime(event.at), event.level, event.logger].filter(Boolean).join(' · ')}</span>
      </div>
      {event.params === undefined ? (
        <Notice kind="info">{t('Too large to show here. See MCP Traffic.')}</Notice>
      ) : (
        <JsonTree value={event.params} label={t('Parameters')} searchable />
      )}
    </article>
  );
}
