import type { JSX } from 'preact';

const stepPx = 16;
const minPx = 32;

/** The edge of a column, to drag. Its head does the same with Shift and an arrow key: Alt goes back and forward in VS Code. */
export function ColumnSash({ onResize }: { onResize: (px: number) => void }): JSX.Element {
  return (
    <span
      class="column-sash"
      aria-hidden="true"
      onClick={(event) => event.stopPropagation()}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => {
        if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
        const left = event.currentTarget.parentElement?.getBoundingClientRect().left ?? 0;
        onResize(Math.max(minPx, Math.round(event.clientX - left)));
      }}
    />
  );
}

export function resizeKey(event: KeyboardEvent, onResize: (px: number) => void): void {
  const by = event.key === 'ArrowRight' ? stepPx : event.key === 'ArrowLeft' ? -stepPx : 0;
  if (by === 0 || !event.shiftKey) return;
  event.preventDefault();
  const px = (event.currentTarget as HTMLElement).parentElement?.getBoundingClientRect().width ?? 0;
  onResize(Math.max(minPx, Math.round(px + by)));
}
