// What a page owes to those who have no mouse, need large letters, or do not see its colours.
import type { Frame } from 'playwright-core';

interface KeyboardWalk {
  readonly controls: ReadonlyMap<Element, string>;
  readonly reached: Set<Element>;
  readonly unseen: Set<string>;
}

/** Looks at all that a user can press or fill in, then at what Tab comes to: from the top, wherever a view was clicked. */
function beginKeyboardWalk(): number {
  const pressed = 'a[href], button, input, select, textarea, summary, [tabindex="0"], vscode-checkbox, vscode-dropdown';
  const kit = 'vscode-button, vscode-text-field, vscode-text-area';
  // Reached by arrows in a list, and by Ctrl+. in a field.
  const composite = '[role=tablist], [role=listbox], [role=tree], [role=grid], [role=menu], [role=radiogroup]';
  const isInner = (one: Element): boolean =>
    one.matches('[data-inner]') || (one.matches('[tabindex="-1"]') && one.closest(composite) !== null);
  const isUsable = (one: Element & { disabled?: boolean }): boolean =>
    one.checkVisibility({ visibilityProperty: true }) && one.getClientRects().length > 0 && one.disabled !== true;
  const nameOf = (one: Element): string =>
    `${one.tagName.toLowerCase()}.${one.className} ${one.getAttribute('data-testid') ?? one.getAttribute('aria-label') ?? one.textContent?.trim()}`;
  const lookOf = (one: Element): string => {
    const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor, backgroundColor } = getComputedStyle(one);
    const ring = outlineStyle === 'none' ? '' : `${outlineStyle} ${outlineWidth} ${outlineColor}`;
    return [ring, boxShadow, borderColor, backgroundColor].join('|');
  };
  const looksOf = (one: Element): string => {
    const row = document.getElementById(one.getAttribute('aria-activedescendant') ?? '');
    const parts = [one.parentElement, one, row, ...(one.shadowRoot?.querySelectorAll('*') ?? [])];
    return parts.map((part) => (part ? lookOf(part) : '')).join();
  };
  const start = Object.assign(document.createElement('span'), { tabIndex: -1 });
  document.body.prepend(start);
  start.focus({ preventScroll: true });
  const all = [...document.querySelectorAll(`${pressed}, ${kit}`)].filter((one) => isUsable(one) && !isInner(one));
  const before = new Map(all.map((one) => [one, looksOf(one)]));
  const held = globalThis as { keyboardWalk?: KeyboardWalk };
  const walk = (held.keyboardWalk = {
    controls: new Map(all.map((one) => [one, nameOf(one)])),
    reached: new Set<Element>(),
    unseen: new Set<string>(),
  });
  start.addEventListener('blur', () => start.remove(), { once: true });
  document.addEventListener('focusin', ({ target }) => {
    if (held.keyboardWalk !== walk || !(target instanceof Element)) return;
    walk.reached.add(target);
    if (before.get(target) === looksOf(target)) walk.unseen.add(nameOf(target));
  });
  return all.length;
}

function endKeyboardWalk(): string[] {
  const { controls, reached, unseen } = (globalThis as unknown as { keyboardWalk: KeyboardWalk }).keyboardWalk;
  const missed = [...controls].filter(([one]) => !reached.has(one) && one.isConnected).map(([, name]) => name);
  return [
    ...[...unseen].map((name) => `no focus to be seen: ${name}`),
    ...missed.map((name) => `not reached: ${name}`),
  ];
}

/** The browser's own controls of a sound are reached one by one, and the page does not see them. */
const stopsOfSound = 5;

/** Goes through a view by Tab alone: what is not reached, and where the focus is not to be seen. */
export async function keyboardProblems(frame: Frame): Promise<string[]> {
  const controls = await frame.evaluate(beginKeyboardWalk);
  const inSounds = stopsOfSound * (await frame.locator('audio').count());
  for (let presses = 0; presses < controls + inSounds + 2; presses++) await frame.page().keyboard.press('Tab');
  return frame.evaluate(endKeyboardWalk);
}

/** What cannot be brought into view, or has something over it: all of a page is to be used in a small window. */
export function hiddenControls(frame: Frame): Promise<string[]> {
  return frame.evaluate(() => {
    const wanted =
      'a[href], button, [tabindex="0"], vscode-button, vscode-text-field, vscode-dropdown, vscode-checkbox';
    const isShown = (one: Element): boolean =>
      one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && one.getClientRects().length > 0;
    const overlays = '[popover], .suggestions';
    const isHit = (one: Element): boolean => {
      const { left, top, right, bottom } = one.getBoundingClientRect();
      const [x, y] = [Math.max(0, left) + 4, (Math.max(0, top) + Math.min(innerHeight, bottom)) / 2];
      const there = document.elementFromPoint(Math.min(x, (left + right) / 2), y);
      // What lies over it was opened, and is closed again.
      return there !== null && (one.contains(there) || there.contains(one) || there.closest(overlays) !== null);
    };
    // What sticks to an edge is scrolled to where it would be: the next way finds it.
    const ways = ['center', 'nearest', 'end', 'start'] as const;
    const canBeSeen = (one: Element): boolean =>
      ways.some((block) => {
        one.scrollIntoView({ block, inline: 'center' });
        return isHit(one);
      });
    return [...document.querySelectorAll(wanted)]
      .filter((one) => isShown(one) && one.closest('.sr-only') === null)
      .filter((one) => !canBeSeen(one))
      .map(
        (one) =>
          `${one.tagName.toLowerCase()}.${one.className} ${one.getAttribute('data-testid') ?? one.textContent?.trim()}`,
      );
  });
}

/** What moves by itself. */
export function animated(frame: Frame): Promise<string[]> {
  return frame.evaluate(() => {
    const roots = [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? []);
    const found = [document, ...roots].flatMap((root) => root.getAnimations());
    return found
      .filter((one) => one.playState === 'running')
      .map(({ effect }) => (effect as KeyframeEffect).target?.className ?? '');
  });
}

/** With forced colours a background says nothing: what is selected must differ by a line, a mark or its letters. */
export function unmarkedChoices(frame: Frame): Promise<string[]> {
  return frame.evaluate(() => {
    const lookOf = (one: Element): string => {
      const { outlineStyle, outlineWidth, borderBottomColor, color, backgroundColor, fontWeight } =
        getComputedStyle(one);
      const ring = outlineStyle === 'none' ? '' : `${outlineStyle} ${outlineWidth}`;
      return [ring, borderBottomColor, color, backgroundColor, fontWeight].join('|');
    };
    const chosen = '[aria-selected=true], [aria-checked=true], [aria-pressed=true]';
    return [...document.querySelectorAll(chosen)]
      .filter((one) => one.checkVisibility() && !one.tagName.startsWith('VSCODE-'))
      .filter((one) => {
        const others = [...(one.parentElement?.children ?? [])].filter(
          (other) => !other.matches(chosen) && other.className === one.className.replace(/ is-\w+/g, ''),
        );
        return others.some((other) => lookOf(other) === lookOf(one));
      })
      .map((one) => `${one.tagName.toLowerCase()}.${one.className} ${one.textContent?.trim().slice(0, 20)}`);
  });
}

/** With forced colours a background is that of the page: a bar that is nothing else would not be seen. */
export function unseenBars(frame: Frame): Promise<string[]> {
  return frame.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('div'));
    probe.style.background = 'red';
    const forced = getComputedStyle(probe).backgroundColor;
    probe.remove();
    return [...document.querySelectorAll('.span-bar, .progress-line > div')]
      .filter((one) => one.checkVisibility() && getComputedStyle(one).backgroundColor === forced)
      .map((one) => one.className || 'progress');
  });
}

/** Collects what a screen reader would say by itself: each change of a live region. */
export function watchAnnouncements(frame: Frame): Promise<void> {
  return frame.evaluate(() => {
    const said: string[] = ((globalThis as { said?: string[] }).said = []);
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const element = target instanceof Element ? target : target.parentElement;
        const region = element?.closest('[role=status], [role=alert], [role=log], [aria-live]');
        if (region) said.push(region.textContent ?? '');
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
}

export function announcements(frame: Frame): Promise<string[]> {
  return frame.evaluate(() => [...new Set((globalThis as { said?: string[] }).said?.splice(0))]);
}
