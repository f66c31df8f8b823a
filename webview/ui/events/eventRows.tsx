import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { ServerEvent } from '../../../src/contract/browse.ts';
import { t } from '../../platform/l10n.ts';
import { formatTime } from '../../platform/units.ts';
import type { Presentation } from '../components/presentation.ts';
import { StateLabel } from '../components/stateLabel.tsx';
import { type Column, Table } from '../components/rows/table.tsx';
import { useWidth } from '../components/rows/useWidth.ts';

interface EventRowsProps {
  readonly events: readonly ServerEvent[];
  readonly chosen: string | undefined;
  readonly onPick: (event: ServerEvent) => void;
}

/** As a log: when, how bad, what. */
export function EventRows({ events, chosen, onPick }: EventRowsProps): JSX.Element {
  const moved = useSignal(-1);
  const { ref, px } = useWidth<HTMLDivElement>();
  const columns = useMemo(() => eventColumns(px), [px < timePx]);
  const selected = events.findIndex(({ seq }) => String(seq) === chosen);
  const active = moved.value >= 0 && moved.value < events.length ? moved.value : selected;
  const pick = (index: number): void => {
    moved.value = index;
    const event = events[index];
    if (event) onPick(event);
  };
  return (
    <div class="list" ref={ref}>
      <Table<ServerEvent>
        class="list-rows"
        label={t('Notifications')}
        testId="event-list"
        columns={columns}
        count={events.length}
        row={(index) => events[index]}
        rowProps={(event) => ({ 'data-event': event?.seq, title: event && `${event.method}\n${event.preview}` })}
        active={active}
        isSelected={(index) => index === selected}
        onMove={(index) => (moved.value = index)}
        onPick={pick}
        onKey={(event) => {
          if (event.key === 'Enter') pick(active);
        }}
      />
    </div>
  );
}

/** Narrower, the message has the room: time, level and logger are in the details. */
const timePx = 360;

function eventColumns(px: number): readonly Column<ServerEvent>[] {
  const isNarrow = px < timePx;
  const time = { id: 'time', label: t('Time'), width: 12, fixed: true, class: 'muted' };
  return [
    ...(isNarrow ? [] : [{ ...time, cell: ({ at }: ServerEvent) => formatTime(at) }]),
    {
      id: 'level',
      label: isNarrow ? <span class="sr-only">{t('Level')}</span> : t('Level'),
      width: isNarrow ? 2 : 14,
      fixed: true,
      cell: (event) => {
        const shown = eventPresentation(event);
        // What has no level has its name beside it then.
        const label = event.level === undefined ? '' : <span class="sr-only">{shown.label}</span>;
        return <StateLabel shown={shown}>{isNarrow ? label : undefined}</StateLabel>;
      },
    },
    {
      id: 'message',
      label: t('Message'),
      width: 16,
      cell: (event) => (
        <>
          {event.logger !== undefined && !isNarrow && <span class="muted">{event.logger}</span>}
          {event.level === undefined && isNarrow && <span>{eventPresentation(event).label}</span>}
          <code class="ellipsis">{event.preview}</code>
        </>
      ),
    },
  ];
}

function eventPresentation({ level, method }: ServerEvent): Presentation {
  if (level === undefined) return { icon: 'bell', label: method.replace(/^notifications\//, ''), tone: 'quiet' };
  if (level === 'warning') return { icon: 'warning', label: level, tone: 'warn' };
  const isBad = /^(error|critical|alert|emergency)$/.test(level);
  return isBad ? { icon: 'error', label: level, tone: 'bad' } : { icon: 'info', label: level, tone: 'quiet' };
}
