import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** A text of any length in a few lines; where it scrolls, it can be focused. */
export function ScrollText({ text, class: name }: { text: string; class: string }): JSX.Element {
  const element = useRef<HTMLParagraphElement>(null);
  const scrolls = useSignal(false);
  useLayoutEffect(() => {
    if (element.current) scrolls.value = element.current.scrollHeight > element.current.clientHeight;
  });
  return (
    <p class={`${name} pre-wrap`} ref={element} tabIndex={scrolls.value ? 0 : undefined}>
      {text}
    </p>
  );
}
