import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { ToolView } from '../../../src/protocol/inspector.ts';
import type { Inspector } from '../../model/inspector.ts';
import { t, tn } from '../../text.ts';
import { Icon } from '../icon.tsx';
import { Button, ProgressRing, TextField } from '../kit.ts';
import { FaultNotice } from '../notice.tsx';
import { type RowsHandle, VirtualRows } from '../virtualRows.tsx';
import { toolMarks } from './annotations.ts';
import { actionsFor } from './serverActions.tsx';

const rowHeight = 22;

export function ToolList({ inspector }: { inspector: Inspector }): JSX.Element {
  const handle = useRef<RowsHandle>(null);
  const tools = inspector.tools.value;
  const query = inspector.query.value;
  return (
    <section class="tools" aria-label={t('Tools')}>
      <TextField
        class="tools-search"
        value={query}
        placeholder={t('Search tools')}
        aria-label={t('Search tools')}
        data-testid="tool-search"
        onInput={(next) => (inspector.query.value = next)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') handle.current?.focus();
        }}
      />
      <span class="sr-only" role="status">
        {query !== '' && tn(tools.length, '{0} tool found', '{0} tools found')}
      </span>
      {tools.length > 0 ? (
        <ToolRows inspector={inspector} tools={tools} handle={handle} />
      ) : (
        <EmptyList inspector={inspector} />
      )}
    </section>
  );
}

interface ToolRowsProps {
  readonly inspector: Inspector;
  readonly tools: readonly ToolView[];
  readonly handle: { current: RowsHandle | null };
}

function ToolRows({ inspector, tools, handle }: ToolRowsProps): JSX.Element {
  const moved = useSignal(-1);
  const selected = tools.findIndex((tool) => tool.name === inspector.servers.tool.value);
  const active = moved.value >= 0 && moved.value < tools.length ? moved.value : selected;
  const choose = (index: number): void => {
    const server = inspector.servers.current.value?.id;
    const tool = tools[index]?.name;
    moved.value = index;
    if (server !== undefined && tool !== undefined) inspector.servers.choose({ server, tool });
  };
  return (
    <VirtualRows
      class="tool-rows"
      role="listbox"
      label={t('Tools')}
      testId="tool-list"
      count={tools.length}
      rowHeight={rowHeight}
      active={active}
      idPrefix="tool-"
      handle={handle}
      onMove={(index) => (moved.value = index)}
      onKey={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        choose(active);
      }}
      row={(index, slot) => (
        <ToolRow
          key={slot}
          tool={tools[index] as ToolView}
          index={index}
          count={tools.length}
          active={index === active}
          selected={index === selected}
          onPick={() => choose(index)}
        />
      )}
    />
  );
}

interface ToolRowProps {
  readonly tool: ToolView;
  readonly index: number;
  readonly count: number;
  readonly active: boolean;
  readonly selected: boolean;
  readonly onPick: () => void;
}

function ToolRow({ tool, index, count, active, selected, onPick }: ToolRowProps): JSX.Element {
  return (
    <div
      id={`tool-${index}`}
      class={`row tool-row${active ? ' is-active' : ''}${selected ? ' is-selected' : ''}`}
      role="option"
      aria-selected={selected}
      aria-setsize={count}
      aria-posinset={index + 1}
      data-tool={tool.name}
      title={tool.description}
      onClick={onPick}
    >
      <span class="tool-name">{tool.name}</span>
      <span class="tool-about">{tool.title ?? tool.description}</span>
      {toolMarks(tool).map((mark) => (
        <span key={mark.word} class="tool-mark" title={mark.word}>
          <Icon name={mark.icon} />
          <span class="sr-only">{mark.word}</span>
        </span>
      ))}
    </div>
  );
}

function EmptyList({ inspector }: { inspector: Inspector }): JSX.Element {
  const catalog = inspector.catalog.value;
  if (catalog?.kind === 'loading') return <ProgressRing class="centre" aria-label={t('Loading tools')} />;
  if (catalog?.kind === 'failed')
    return <FaultNotice fault={catalog.fault} lead={t('The tools could not be listed.')} />;
  const server = inspector.servers.current.value;
  const [next] = server && server.state !== 'connected' ? actionsFor(server) : [];
  return (
    <div class="empty">
      <p class="muted">{emptyText(inspector)}</p>
      {server && next && server.state !== 'connecting' && (
        <Button
          look="primary"
          disabled={inspector.servers.busy.value.has(server.id)}
          onClick={() => void inspector.servers.act(next.action, server.id)}
        >
          {next.label}
        </Button>
      )}
    </div>
  );
}

function emptyText(inspector: Inspector): string {
  const state = inspector.servers.current.value?.state;
  if (state === 'pending') return t('Nothing of this server runs before you have approved it.');
  if (state !== 'connected') return t('Tools appear when the server is connected.');
  return inspector.toolCount.value === 0 ? t('This server offers no tools.') : t('No tool matches.');
}
