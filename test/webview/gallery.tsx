// Every component in all its states, on one page: `npm run shots` shows it inside a real webview, in every theme.
// Not shipped: it is bundled by itself, and run in a page whose style sheet and toolkit are already there.
import { signal } from '@preact/signals';
import { type ComponentChildren, type JSX, render } from 'preact';
import { Chip } from '../../webview/ui/components/chip.tsx';
import { Clamped } from '../../webview/ui/components/layout/clamped.tsx';
import { Empty } from '../../webview/ui/components/layout/empty.tsx';
import { Facts } from '../../webview/ui/components/layout/facts.tsx';
import { Head } from '../../webview/ui/components/layout/head.tsx';
import { IconButton } from '../../webview/ui/components/iconButton.tsx';
import { Button, Checkbox, Dropdown, TextField } from '../../webview/ui/components/kit.ts';
import { FaultNotice, Notice } from '../../webview/ui/components/layout/notice.tsx';
import type { Tone } from '../../webview/ui/components/presentation.ts';
import { ProgressLine } from '../../webview/ui/components/layout/progressLine.tsx';
import { Section } from '../../webview/ui/components/layout/section.tsx';
import { Segmented } from '../../webview/ui/components/segmented.tsx';
import { Split } from '../../webview/ui/components/layout/split.tsx';
import { StateLabel } from '../../webview/ui/components/stateLabel.tsx';
import { type Column, Table } from '../../webview/ui/components/rows/table.tsx';
import { Tabs } from '../../webview/ui/components/tabs.tsx';
import { JsonTree } from '../../webview/ui/json/jsonTree.tsx';

const nothing = (): void => {};
const tones: readonly Tone[] = ['good', 'warn', 'bad', 'busy', 'quiet'];
const icons = { good: 'pass', warn: 'warning', bad: 'error', busy: 'loading', quiet: 'circle-slash' } as const;
const segment = signal('table');
const tab = signal('form');
const active = signal(2);

function Sample({ name, children }: { name: string; children: ComponentChildren }): JSX.Element {
  return (
    <section class="block">
      <h2 class="block-title">{name}</h2>
      {children}
    </section>
  );
}

function Buttons(): JSX.Element {
  return (
    <Sample name="Buttons and fields">
      <div class="run-line">
        <Button appearance="primary" onClick={nothing}>
          Run
        </Button>
        <Button onClick={nothing}>Cancel</Button>
        <Button disabled onClick={nothing}>
          Disabled
        </Button>
        <TextField value="text" aria-label="Text" onInput={nothing} />
        <TextField value="wrong" invalid aria-label="Wrong" onInput={nothing} />
        <Dropdown value="a" options={[{ value: 'a', label: 'Choice' }]} aria-label="Choice" onChange={nothing} />
        <Checkbox checked onChange={nothing}>
          Checked
        </Checkbox>
      </div>
      <div class="run-line">
        <IconButton icon="copy" label="Copy" onClick={nothing} />
        <IconButton icon="pinned" label="Pinned" pressed onClick={nothing} />
        <IconButton icon="trash" label="Remove" disabled onClick={nothing} />
        <IconButton icon="add" label="Add" onClick={nothing}>
          With a word
        </IconButton>
      </div>
    </Sample>
  );
}

function Labels(): JSX.Element {
  return (
    <Sample name="Chip, StateLabel, Segmented, Tabs">
      <div class="facts">
        <Chip>Read only</Chip>
        {tones.map((tone) => (
          <Chip key={tone} tone={tone} icon={icons[tone]}>
            {tone}
          </Chip>
        ))}
      </div>
      <div class="facts">
        {tones.map((tone) => (
          <StateLabel key={tone} shown={{ icon: icons[tone], label: tone, tone }} />
        ))}
      </div>
      <Segmented
        label="Show as"
        current={segment.value}
        segments={['tree', 'table', 'text'].map((id) => ({ id, label: id }))}
        onChange={(id) => (segment.value = id)}
      />
      <Tabs
        label="Tabs"
        current={tab.value}
        tabs={[
          { id: 'form', label: 'Form' },
          { id: 'json', label: 'JSON', mark: true },
          { id: 'events', label: 'Notifications', icon: 'pulse', count: 120 },
        ]}
        onChange={(id) => (tab.value = id)}
      />
    </Sample>
  );
}

function Texts(): JSX.Element {
  return (
    <Sample name="Notice, Empty, Facts, Section, Clamped, ProgressLine">
      <Notice kind="info">Something to know.</Notice>
      <Notice kind="warning" actions={<Button onClick={nothing}>Accept Change</Button>}>
        Something to decide.
      </Notice>
      <FaultNotice
        fault={{ code: 'server/spawn-failed', message: 'Cannot run the command.', hint: 'Check "command".' }}
        lead="Could not start the server."
        actions={<Button onClick={nothing}>Retry</Button>}
      />
      <Facts rows={['State', 'Transport'].map((name) => [name, 'value'] as const)} />
      <Section level={3} title="Closed">
        never seen
      </Section>
      <Section level={3} title="Open" open>
        Its content
      </Section>
      <Clamped>
        <p class="pre-wrap">{Array.from({ length: 9 }, (_, at) => `Line ${at + 1}`).join('\n')}</p>
      </Clamped>
      <ProgressLine done={0.4} label="Known" />
      <Empty icon="server" text="Nothing here yet.">
        <Button onClick={nothing}>Add Server…</Button>
      </Empty>
    </Sample>
  );
}

interface Row {
  readonly id: number;
  readonly name: string;
}

const columns: readonly Column<Row>[] = [
  { id: 'id', label: 'Id', width: 8, end: true, sortable: true, cell: ({ id }) => id },
  { id: 'name', label: 'Name', width: 24, sortable: true, cell: ({ name }) => <span class="ellipsis">{name}</span> },
];

function Tables(): JSX.Element {
  return (
    <Sample name="Table of 100,000 rows, tree">
      <Table<Row>
        class="rows-fit table-frame"
        label="Rows"
        testId="gallery-table"
        columns={columns}
        count={100_000}
        row={(id) => ({ id, name: `row ${id}` })}
        active={active.value}
        sorted={{ id: 'id', descending: false }}
        onMove={(index) => (active.value = index)}
        onPick={(index) => (active.value = index)}
      />
      <JsonTree value={{ text: 'a', number: 1, list: [1, 2], nested: { yes: true, no: null } }} label="Tree" />
    </Sample>
  );
}

function Gallery(): JSX.Element {
  const left = (
    <div class="results">
      <Buttons />
      <Labels />
      <Texts />
    </div>
  );
  return (
    <main class="inspector" data-testid="gallery">
      <Head
        level={1}
        title="Components"
        facts={<span class="muted">all states</span>}
        actions={<IconButton icon="pulse" label="Show" onClick={nothing} />}
        more={[{ icon: 'save', label: 'Save', testId: 'gallery-save', onClick: nothing }]}
      />
      <Split name="gallery" initial="520px" first={left} second={<div class="results">{<Tables />}</div>} />
    </main>
  );
}

const root = document.getElementById('root') ?? document.body;
render(null, root);
render(<Gallery />, root);
