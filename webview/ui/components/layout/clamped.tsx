import { useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../../../platform/l10n.ts';

interface ClampedProps {
  readonly children: ComponentChildren;
  /** Beside the link that shows the rest. */
  readonly foot?: ComponentChildren;
}

/** Four lines of something longer, and the rest on request. */
export function Clamped({ children, foot }: ClampedProps): JSX.Element {
  const element = useRef<HTMLDivElement>(null);
  const isOpen = useSignal(false);
  const isLong = useSignal(false);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => {
      if (!isOpen.peek() && element.current) isLong.value = isCut(element.current);
    });
    observer.observe(element.current?.firstElementChild ?? element.current!);
    return () => observer.disconnect();
  }, [children]);
  return (
    <div class="description">
      <div class={`clamped ${isLong.value && !isOpen.value ? 'is-cut' : ''}`} data-open={isOpen.value} ref={element}>
        <div>{children}</div>
      </div>
      <div class="facts">
        {isLong.value && (
          <button
            type="button"
            class="link"
            aria-expanded={isOpen.value}
            onClick={() => (isOpen.value = !isOpen.value)}
          >
            {isOpen.value ? t('Show Less') : t('Show More')}
          </button>
        )}
        {foot}
      </div>
    </div>
  );
}

function isCut({ scrollHeight, clientHeight }: HTMLElement): boolean {
  return scrollHeight > clientHeight + 1;
}
