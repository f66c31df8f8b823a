import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** A text of any length in a few lines; where it scrolls, the keyboard can get to it. */
export function ScrollText({ text, class: name }: { text: string; class: string }): JSX.Element {
  const place = useRef<HTMLParagraphElement>(null);
  const scrolls = useSignal(false);
  useLayoutEffect(() => {
    if (place.current) scrolls.value = place.current.scrollHeight > place.current.clientHeight;
  });
  return (
    <p class={`${name} pre-wrap`} ref={place} tabIndex={scrolls.value ? 0 : undefined}>
      {text}
    </p>
  );
}
