import { useEffect } from 'preact/hooks';

/** A click focuses the page too, and goes where it was made. */
const clickMs = 300;

/**
 * A view that is opened by a command focuses the page as a whole, often before there is anything in it: the cursor then
 * goes into what it shows, as soon as that is ready.
 */
export function usePageFocus(enter: () => void, isReady = true): void {
  useEffect(() => {
    let clickedAt = Number.NEGATIVE_INFINITY;
    const onPointer = (): void => void (clickedAt = performance.now());
    // A frame later: what is focused by Tab, or by a program, gets the focus after the page.
    const onFocus = (): void =>
      void requestAnimationFrame(() => {
        if (document.activeElement === document.body && performance.now() - clickedAt > clickMs) enter();
      });
    if (document.hasFocus()) onFocus();
    window.addEventListener('pointerdown', onPointer, true);
    window.addEventListener('focus', onFocus);
    return () => {
      window.removeEventListener('pointerdown', onPointer, true);
      window.removeEventListener('focus', onFocus);
    };
  }, [isReady]);
}
