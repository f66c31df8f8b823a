import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { bytesOf, bytesThatFit, hexRow, rowCount } from '../../model/content/hex.ts';
import { t } from '../../platform/l10n.ts';
import { Notice } from '../components/layout/notice.tsx';
import { formatBytes } from '../../platform/units.ts';
import { VirtualRows } from '../components/rows/virtualRows.tsx';
import { rowHeightPx } from '../components/rows/virtualWindow.ts';

const maxRows = 20;
let views = 0;

/** Bytes as a hex editor shows them; of any size, because only the rows in view exist. */
export function HexView({ base64 }: { base64: string }): JSX.Element {
  const bytes = useMemo(() => bytesOf(base64), [base64]);
  const active = useSignal(0);
  const prefix = useMemo(() => `hex-${++views}-`, []);
  const frame = useRef<HTMLDivElement>(null);
  const perRow = useSignal(16);
  useLayoutEffect(() => observeWidth(frame.current, (characters) => (perRow.value = bytesThatFit(characters))), []);
  if (!bytes) return <Notice kind="warning">{t('The data is not valid base64.')}</Notice>;
  const count = rowCount(bytes, perRow.value);
  return (
    <>
      <span class="muted">{t('Binary, {0}', formatBytes(bytes.length) || t('empty'))}</span>
      <div class="hex" ref={frame} style={{ height: `${Math.min(count, maxRows) * rowHeightPx}px` }}>
        <VirtualRows
          class="hex-rows"
          role="listbox"
          label={t('Bytes')}
          testId="hex"
          count={count}
          rowHeight={rowHeightPx}
          active={active.value}
          idPrefix={prefix}
          onMove={(index) => (active.value = index)}
          row={(index, slot) => {
            const { offset, hex, text } = hexRow(bytes, index, perRow.value);
            return (
              <div
                key={slot}
                id={`${prefix}${index}`}
                class={`hex-row${index === active.value ? ' is-active' : ''}`}
                role="option"
                aria-selected={index === active.value}
              >
                <span class="muted">{offset}</span>
                <span>{hex}</span>
                <span>{text}</span>
              </div>
            );
          }}
        />
      </div>
    </>
  );
}

const paddingPx = 36;
const characterPx = 7.4; // of the widest editor font at 12 px; a wider one scrolls

function observeWidth(element: HTMLElement | null, tell: (characters: number) => void): (() => void) | undefined {
  if (!element) return undefined;
  const measure = (): void => tell((element.clientWidth - paddingPx) / characterPx);
  measure();
  const observer = new ResizeObserver(measure);
  observer.observe(element);
  return () => observer.disconnect();
}
