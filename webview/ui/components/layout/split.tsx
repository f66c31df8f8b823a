import type { ComponentChildren, JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { t } from '../../../platform/l10n.ts';
import { isNumber } from '../../../platform/pageState.ts';
import { useRemembered } from '../remembered.ts';

interface SplitProps {
  /** Its width is remembered under this name. */
  readonly name: string;
  /** The width of the first pane before the user drags its edge, as a CSS length. */
  readonly initial: string;
  readonly first: ComponentChildren;
  /** Without it the first pane has all the room. */
  readonly second: ComponentChildren | undefined;
  /** Which one a narrow view shows; without it both, one below the other. */
  readonly pane?: 'list' | 'detail';
  readonly class?: string;
}

const stepPx = 20;

/** Two panes side by side from 560 px on, with an edge to drag or to move with the arrow keys. */
export function Split({ name, initial, first, second, pane, ...props }: SplitProps): JSX.Element {
  const panes = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useRemembered('widths', name, isNumber);
  const resize = (next: number): void => {
    const most = panes.current?.clientWidth ?? next;
    setWidth(Math.round(Math.min(0.75 * most, Math.max(0.2 * most, next))));
  };
  const resizeBy = (px: number): void => resize((panes.current?.firstElementChild?.clientWidth ?? 0) + px);
  return (
    <div class={`split ${props.class ?? ''}`} data-pane={pane}>
      <div
        class="split-panes grow"
        ref={panes}
        style={{ '--first': width.value === undefined ? initial : `${width.value}px` }}
      >
        <div class="split-pane">{first}</div>
        {second !== undefined && <Sash px={width.value} onResize={resize} onStep={resizeBy} />}
        {second !== undefined && <div class="split-pane">{second}</div>}
      </div>
    </div>
  );
}

interface SashProps {
  /** Once the user has moved it. */
  readonly px: number | undefined;
  readonly onResize: (px: number) => void;
  readonly onStep: (px: number) => void;
}

function Sash({ px = 0, onResize, onStep }: SashProps): JSX.Element {
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowRight' ? stepPx : event.key === 'ArrowLeft' ? -stepPx : 0;
    if (by === 0 || event.altKey) return;
    event.preventDefault();
    onStep(by);
  };
  return (
    <div
      class="split-sash"
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t('Resize')}
      aria-valuenow={px}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => {
        if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
        onResize(event.clientX - (event.currentTarget.parentElement?.getBoundingClientRect().left ?? 0));
      }}
    />
  );
}
