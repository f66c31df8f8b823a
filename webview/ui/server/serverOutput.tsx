import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { OutputLine } from '../../../src/contract/serverActivity.ts';
import type { Inspector } from '../../model/inspector/inspector.ts';
import { filterByWords } from '../../model/servers/itemSearch.ts';
import { t } from '../../platform/l10n.ts';
import { formatTime } from '../../platform/units.ts';
import { IconButton } from '../components/iconButton.tsx';
import { TextField } from '../components/kit.ts';
import { useActions } from '../components/textActions.ts';
import { Empty } from '../components/layout/empty.tsx';
import { Section } from '../components/layout/section.tsx';
import { type RowsHandle, VirtualRows } from '../components/rows/virtualRows.tsx';
import { rowHeightPx } from '../components/rows/virtualWindow.ts';

interface OutputProps {
  readonly inspector: Inspector;
  readonly server: string;
}

/** What the server writes to stderr, and what it says of itself, as it comes. */
export function ServerOutput({ inspector, server }: OutputProps): JSX.Element {
  const query = useSignal('');
  const isFollowed = useSignal(true);
  const { lines } = inspector.activities.of(server).value;
  const shown = useMemo(() => filterByWords(lines, query.value, ({ text }) => [text]), [lines, query.value]);
  const showLog = (): void => void inspector.servers.link.request('servers/showLog', { server }).catch(() => {});
  return (
    <div class="is-wide">
      <Section level={2} title={t('Output')} open testId="server-output">
        <div class="tree-search">
          <TextField
            class="grow"
            value={query.value}
            placeholder={t('Filter output')}
            aria-label={t('Filter output')}
            data-testid="output-filter"
            onInput={(next) => (query.value = next)}
          />
          <IconButton
            icon="arrow-down"
            label={t('Follow Output')}
            testId="output-follow"
            pressed={isFollowed.value}
            onClick={() => (isFollowed.value = !isFollowed.value)}
          />
          <IconButton icon="open-in-window" label={t('Show Log')} onClick={showLog} />
        </div>
        {shown.length === 0 ? (
          <Empty text={lines.length === 0 ? t('No output yet.') : t('No matching lines.')} />
        ) : (
          <OutputRows
            server={server}
            lines={shown}
            isFollowed={isFollowed.value}
            onFollow={(on) => (isFollowed.value = on)}
          />
        )}
      </Section>
    </div>
  );
}

interface OutputRowsProps {
  readonly server: string;
  readonly lines: readonly OutputLine[];
  readonly isFollowed: boolean;
  /** The user scrolls: away from the end, or back to it. */
  readonly onFollow: (on: boolean) => void;
}

function OutputRows({ server, lines, isFollowed, onFollow }: OutputRowsProps): JSX.Element {
  const handle = useRef<RowsHandle>(null);
  const active = useSignal(-1);
  useLayoutEffect(() => {
    if (isFollowed) handle.current?.scrollTo(lines.length * rowHeightPx);
  }, [lines, isFollowed]);
  return (
    <VirtualRows
      class="rows-fit table-frame output-rows"
      role="listbox"
      label={t('Output')}
      testId="output-lines"
      count={lines.length}
      rowHeight={rowHeightPx}
      active={active.value}
      idPrefix="output-"
      handle={handle}
      onMove={(index) => {
        active.value = index;
        onFollow(index === lines.length - 1);
      }}
      onScrolled={({ scrollTop, height, count }) => onFollow(scrollTop + height >= (count - 1) * rowHeightPx)}
      row={(index, slot) => (
        <OutputRow key={slot} server={server} line={lines[index]} index={index} active={index === active.value} />
      )}
    />
  );
}

interface OutputRowProps {
  readonly server: string;
  readonly line: OutputLine | undefined;
  readonly index: number;
  readonly active: boolean;
}

function OutputRow({ server, line, index, active }: OutputRowProps): JSX.Element {
  return (
    <div
      id={`output-${index}`}
      class={`row${active ? ' is-active' : ''}`}
      role="option"
      aria-selected={active}
      title={line?.text}
      data-level={line?.level}
    >
      <span class="muted">{line && formatTime(line.at)}</span>
      <span class="ellipsis grow">{line && <OutputText server={server} line={line} />}</span>
    </div>
  );
}

function OutputText({ server, line: { text, link } }: { server: string; line: OutputLine }): JSX.Element {
  const actions = useActions();
  if (!link) return <>{text}</>;
  const end = link.offset + link.length;
  return (
    <>
      {text.slice(0, link.offset)}
      <button type="button" class="link" tabIndex={-1} onClick={() => actions.openSource(server, text)}>
        {text.slice(link.offset, end)}
      </button>
      {text.slice(end)}
    </>
  );
}
