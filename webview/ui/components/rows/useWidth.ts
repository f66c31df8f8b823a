import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** The width of an element, where a style sheet is not enough: what is too narrow to be shown is not rendered. */
export function useWidth<T extends HTMLElement>(): { readonly ref: { current: T | null }; readonly px: number } {
  const ref = useRef<T>(null);
  const px = useSignal(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    px.value = element.clientWidth;
    const observer = new ResizeObserver(() => (px.value = element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, px: px.value };
}
