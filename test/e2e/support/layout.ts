import type { Frame } from 'playwright-core';

/** What is not visible without scrolling the page sideways: one line for each element. */
export function cutOff(frame: Frame): Promise<string[]> {
  return frame.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const mayScroll = 'pre, [role=tree], [role=grid], .scroll-x';
    const name = (element: Element): string => `${element.tagName.toLowerCase()}.${[...element.classList].join('.')}`;
    const isWide = (element: Element): boolean => {
      const { overflowX } = getComputedStyle(element);
      return overflowX !== 'visible' && overflowX !== 'hidden' && element.scrollWidth > element.clientWidth + 1;
    };
    const isOut = (element: Element): boolean => element.getBoundingClientRect().right > width + 1;
    const elements = [...document.querySelectorAll('body, body *')];
    const wrong = elements.filter(
      (element) => !element.closest(`${mayScroll}, .sr-only`) && (isWide(element) || isOut(element)),
    );
    return wrong.map((element) => `${name(element)} ${Math.round(element.getBoundingClientRect().right)} of ${width}`);
  });
}
