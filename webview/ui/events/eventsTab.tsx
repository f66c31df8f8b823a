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
import { JsonTree } from '../json/jsonTree.tsx';
import { Dropdown, TextField } from '../components/kit.ts';
import { EventRows } from './eventRows.tsx';
import { Notice } from '../components/layout/notice.tsx';
import { IconButton } from '../components/iconButton.tsx';
import { Split } from '../components/layout/split.tsx';
import { Empty } from '../components/layout/empty.tsx';
import { Head } from '../components/layout/head.tsx';

interface TabProps {
  readonly inspector: Inspector;
  readonly server: ServerView;
}

/** Notifications of the server, newest first: log messages, updates, changed lists. One line each, over the whole width. */
export function EventsTab({ inspector, server }: TabProps): JSX.Element {
  const { navigation } = inspector;
  const chosen = navigation.chosen('events', server.id);
  return (
    <Split
      name="events"
      initial="480px"
      pane={chosen === undefined ? 'list' : 'detail'}
      first={<EventList inspector={inspector} server={server} />}
      second={chosen === undefined ? undefined : <ChosenEvent inspector={inspector} server={server} chosen={chosen} />}
    />
  );
}

function EventList({ inspector, server }: TabProps): JSX.Element {
  const { navigation, browse } = inspector;
  const { events, dropped } = browse.events.of(server.id).value;
  const shown = filterByWords(events, browse.eventQuery.value, ({ method, level, logger, preview }) => [
    method,
    level,
    logger,
    preview,
  ]).toReversed();
  const chosen = navigation.chosen('events', server.id);
  return (
    <section class="list" aria-label={t('Notifications')} data-region="list">
      <div class="list-head">
        <TextField
          class="grow"
          value={browse.eventQuery.value}
          placeholder={t('Search notifications')}
          aria-label={t('Search notifications')}
          data-testid="event-search"
          onInput={(next) => (browse.eventQuery.value = next)}
        />
        <EventTools inspector={inspector} server={server} isEmpty={events.length === 0} />
      </div>
      {dropped > 0 && (
        <p class="list-head muted">
          {tn(dropped, '{0} older notification was dropped.', '{0} older notifications were dropped.')}
        </p>
      )}
      {shown.length === 0 ? (
        <Empty icon="bell" text={events.length === 0 ? t('No notifications yet.') : t('No matching notifications.')} />
      ) : (
        <EventRows
          events={shown}
          chosen={chosen}
          onPick={({ seq }) => navigation.choose('events', server.id, String(seq))}
        />
      )}
    </section>
  );
}

interface ChosenEventProps extends TabProps {
  readonly chosen: string;
}

function ChosenEvent({ inspector, server, chosen }: ChosenEventProps): JSX.Element {
  const { navigation, browse } = inspector;
  const event = browse.events.of(server.id).value.events.find(({ seq }) => String(seq) === chosen);
  return (
    <Detail
      inspector={inspector}
      label={t('Notification')}
      listName={t('Notifications')}
      scrollKey={`event ${server.id} ${chosen}`}
      onBack={() => navigation.choose('events', server.id, undefined)}
    >
      {event ? (
        <EventDetail key={event.seq} event={event} />
      ) : (
        <Empty icon="bell" text={t('No longer available here. See MCP Traffic.')} />
      )}
    </Detail>
  );
}

const levels: readonly LogLevel[] = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];

/** Modern servers log only for calls that ask for it, older ones for the whole session: one choice serves both. */
function EventTools({ inspector, server, isEmpty }: TabProps & { readonly isEmpty: boolean }): JSX.Element {
  const { browse } = inspector;
  const facts = valueIn(browse.facts.of(server.id).value);
  const canLog = server.state === 'connected' && facts?.capabilities['logging'] !== undefined;
  const unset = { value: '', label: t('Minimum log level') };
  return (
    <>
      {canLog && (
        <Dropdown
          class="log-level"
          aria-label={t('Minimum log level')}
          title={t('Minimum log level')}
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
      <IconButton
        icon="clear-all"
        label={t('Clear Notifications')}
        testId="clear-events"
        disabled={isEmpty}
        onClick={() => void browse.events.clear(server.id)}
      />
    </>
  );
}

function EventDetail({ event }: { event: ServerEvent }): JSX.Element {
  return (
    <article class="item" data-testid="event-detail">
      <Head
        title={event.method}
        facts={
          <span class="muted">{[formatTime(event.at), event.level, event.logger].filter(Boolean).join(' · ')}</span>
        }
      />
      {event.params === undefined ? (
        <Notice kind="info">{t('Too large to show here. See MCP Traffic.')}</Notice>
      ) : (
        <JsonTree value={event.params} label={t('Parameters')} searchable />
      )}
    </article>
  );
}
