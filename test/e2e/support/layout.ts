import type { Frame } from 'playwright-core';

/** What is not visible without scrolling the page sideways: one line for each element. */
export function cutOff(frame: Frame): Promise<string[]> {
  return frame.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const mayScroll = 'pre, [role=tree], [role=grid], .scroll-x, .ellipsis *';
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

/** Labels of ours that are cut or take two lines: names and values of servers may, and so may sentences. */
export function brokenLabels(frame: Frame): Promise<string[]> {
  return frame.evaluate(() => {
    const labels =
      '.tab, .segment, vscode-button, .icon-button, .chip, .chip-toggle, .block-title, .section-head button, ' +
      '[role=columnheader], th, dt, .menu-item, vscode-checkbox, vscode-option, vscode-dropdown, .field-name';
    const pen = document.createElement('canvas').getContext('2d')!;
    const isShown = (element: Element): boolean =>
      element.checkVisibility() && element.closest('.sr-only') === null && element.getClientRects().length > 0;
    const textsOf = (element: Element): Text[] => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const found: Text[] = [];
      while (walker.nextNode()) found.push(walker.currentNode as Text);
      return found.filter(
        (text) => text.data.trim() !== '' && text.parentElement !== null && isShown(text.parentElement),
      );
    };
    const lines = (text: Text): number => {
      const range = document.createRange();
      range.selectNodeContents(text);
      return new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)))
        .size;
    };
    const isCut = (text: Text, label: Element): boolean => {
      for (let element = text.parentElement; element; element = element === label ? null : element.parentElement) {
        const isClipped = getComputedStyle(element).overflowX !== 'visible';
        if (isClipped && element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1) return true;
      }
      return false;
    };
    const wrong = [...document.querySelectorAll(labels)].flatMap((label) =>
      textsOf(label)
        .filter((text) => lines(text) > 1 || isCut(text, label))
        .map((text) => `${label.tagName.toLowerCase()}.${label.className} "${text.data.trim()}"`),
    );
    const fields = [...document.querySelectorAll('vscode-text-field')].filter(isShown).flatMap((field) => {
      const input = field.shadowRoot?.querySelector('input');
      if (!input || input.value !== '' || input.placeholder === '') return [];
      const { font, paddingLeft, paddingRight } = getComputedStyle(input);
      pen.font = font;
      const room = input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      return pen.measureText(input.placeholder).width > room + 1 ? [`placeholder "${input.placeholder}"`] : [];
    });
    return [...new Set([...wrong, ...fields])];
  });
}

/** The page around what scrolls: what it hides must not be scrolled to, or its head is out of reach. */
export function scrolledAway(frame: Frame): Promise<string[]> {
  return frame.evaluate(() => {
    const moved = [document.documentElement, document.body, document.getElementById('root')!];
    return moved.filter(({ scrollTop }) => scrollTop > 0).map(({ tagName, scrollTop }) => `${tagName} ${scrollTop} px`);
  });
}

/** The parts of a page stand on one edge: what has a frame with the frame, the rest with its text. */
export function raggedParts(frame: Frame): Promise<string[]> {
  return frame.evaluate(() => {
    const edgeOf = (part: Element): number => {
      const { borderLeftWidth, paddingLeft } = getComputedStyle(part);
      const inset = Number.parseFloat(borderLeftWidth) > 0 ? 0 : Number.parseFloat(paddingLeft);
      return Math.round(part.getBoundingClientRect().left + inset);
    };
    const pages = [...document.querySelectorAll('.item:not(.is-call)')].filter((page) => page.checkVisibility());
    return pages.flatMap((page) => {
      const parts = [...page.children].filter((part) => part.checkVisibility() && part.closest('.sr-only') === null);
      const [edge] = parts.map(edgeOf);
      return parts
        .filter((part) => edgeOf(part) !== edge)
        .map((part) => `.${part.className} at ${edgeOf(part)} px, the page at ${edge} px`);
    });
  });
}

/** What stands where there is nothing is a sentence, and ends as one. */
export function openSentences(frame: Frame): Promise<string[]> {
  return frame.evaluate(() =>
    [...document.querySelectorAll('.empty > p')]
      .map((text) => text.textContent ?? '')
      .filter((text) => !/[.。]$/.test(text)),
  );
}

/** Tabs of ours are one line: those of a pattern have names of others. */
export function wrappedTabs(frame: Frame): Promise<string[]> {
  return frame.evaluate(() => {
    const strips = [...document.querySelectorAll('[role=tablist]')].filter(
      (strip) => strip.checkVisibility() && !strip.closest('.pattern-section'),
    );
    const topsOf = (strip: Element): Set<number> =>
      new Set([...strip.children].map((tab) => Math.round(tab.getBoundingClientRect().top)));
    return strips.filter((strip) => topsOf(strip).size > 1).map((strip) => `tabs ${strip.getAttribute('aria-label')}`);
  });
}

/** What moved by itself since `watchShifts`, as the browser counts it: the moved area by the way, of the view. */
export function shiftsSince(frame: Frame): Promise<string[]> {
  return frame.evaluate(() => (globalThis as { shifts?: string[] }).shifts?.splice(0) ?? []);
}

/** What an earlier step has changed is drawn first: a list draws the rows that it was scrolled to with the next frame. */
export function watchShifts(frame: Frame): Promise<void> {
  return frame.evaluate(async () => {
    const held = globalThis as { shifts?: string[]; shiftsFrom?: number };
    const drawn = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let frames = 3; frames > 0; frames--) await drawn();
    held.shiftsFrom = performance.now();
    if (held.shifts) return void held.shifts.splice(0);
    const shifts: string[] = (held.shifts = []);
    interface Shift extends PerformanceEntry {
      readonly value: number;
      readonly sources: readonly { readonly node?: Element | null }[];
    }
    const nameOf = (node: Element | null | undefined): string => (node instanceof Element ? node.className : 'text');
    new PerformanceObserver((list) => {
      for (const { value, sources, startTime } of list.getEntries() as Shift[])
        // A word that is longer than the one before moves the next one in its line: that is no jump.
        if (value >= 0.001 && startTime >= held.shiftsFrom!)
          shifts.push(`${value.toFixed(4)} ${sources.map(({ node }) => nameOf(node)).join(', ')}`);
    }).observe({ type: 'layout-shift' });
  });
}
