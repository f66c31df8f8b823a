import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { DiffLine, ResultDiff } from '../../../src/contract/calls.ts';
import type { Call, Comparison } from '../../model/calls/calls.ts';
import { t, tn } from '../../platform/l10n.ts';
import { Icon } from '../components/icon.tsx';
import { IconButton } from '../components/iconButton.tsx';
import { ProgressRing } from '../components/kit.ts';
import { VirtualRows } from '../components/rows/virtualRows.tsx';
import { rowHeightPx } from '../components/rows/virtualWindow.ts';

/** What is different since another call of the tool, above the result itself. */
export function ComparedResult({ call, comparison }: { call: Call; comparison: Comparison }): JSX.Element {
  const { with: before } = comparison;
  const diff = typeof comparison.diff === 'string' ? undefined : comparison.diff;
  const label = t('Compared with #{0}', before.view.value.number);
  return (
    <section class="block" aria-label={label} data-testid="comparison">
      <div class="block-head">
        <h3 class="block-title">{label}</h3>
        {diff && <Summary diff={diff} />}
        <div class="actions">
          <IconButton
            icon="open-in-window"
            label={t('Open in Diff Editor')}
            testId="compare-in-editor"
            onClick={() => call.compareInEditor(before)}
          />
        </div>
      </div>
      {comparison.diff === 'loading' && <ProgressRing aria-label={t('Loading')} />}
      {diff && diff.lines.length > 0 && <DiffLines lines={diff.lines} label={label} />}
      {diff?.isCut === true && <p class="muted">{t('There are more differences than are shown here.')}</p>}
    </section>
  );
}

/** The two numbers take no more room in a narrow side bar than the title leaves. */
function Summary({ diff: { added, removed } }: { diff: ResultDiff }): JSX.Element {
  const said = [tn(added, '{0} line added', '{0} lines added'), tn(removed, '{0} line removed', '{0} lines removed')];
  const isSame = added + removed === 0;
  return (
    <span class="muted" role="status" title={isSame ? undefined : said.join(' · ')}>
      {isSame ? (
        t('Identical')
      ) : (
        <>
          <span aria-hidden="true">{`+${added} −${removed}`}</span>
          <span class="sr-only">{said.join(' · ')}</span>
        </>
      )}
    </span>
  );
}

/** High contrast has no colour behind a line: the icon has it there too. */
function Sign({ kind }: { kind: DiffLine['kind'] }): JSX.Element {
  if (kind !== 'added' && kind !== 'removed') return <span class="json-twist" />;
  const isAdded = kind === 'added';
  return (
    <span class={`json-twist tone-${isAdded ? 'good' : 'bad'}`}>
      <Icon name={isAdded ? 'add' : 'remove'} />
      <span class="sr-only">{isAdded ? '+' : '-'}</span>
    </span>
  );
}

function textOf(line: DiffLine): string {
  if (line.kind === 'gap') return `… ${tn(line.count, '{0} unchanged line', '{0} unchanged lines')}`;
  return line.text;
}

/** Only the rows in view exist. The sign says what the colour says. */
function DiffLines({ lines, label }: { lines: readonly DiffLine[]; label: string }): JSX.Element {
  const active = useSignal(-1);
  const widest = lines.reduce((most, line) => Math.max(most, 'text' in line ? line.text.length : 0), 0);
  return (
    <VirtualRows
      class="rows-fit json-rows table"
      role="listbox"
      label={label}
      testId="diff-lines"
      style={{ '--width': `calc(${widest}ch + var(--icon))` }}
      count={lines.length}
      rowHeight={rowHeightPx}
      active={active.value}
      idPrefix="diff-"
      onMove={(index) => (active.value = index)}
      row={(index, slot) => {
        const line = lines[index];
        if (!line) return null;
        return (
          <div
            key={slot}
            id={`diff-${index}`}
            class={`json-row ${line.kind === 'gap' ? 'muted' : `is-${line.kind}`}${index === active.value ? ' is-active' : ''}`}
            role="option"
            aria-selected={index === active.value}
            style={{ '--depth': 0 }}
            onClick={() => (active.value = index)}
          >
            <Sign kind={line.kind} />
            {textOf(line)}
          </div>
        );
      }}
    />
  );
}
