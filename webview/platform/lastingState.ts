import { isRecord, parseJson } from '../../src/base/json.ts';
import type { StateStorage } from './pageState.ts';

/** What a user arranged, which the next page of this kind has too: VS Code forgets the state of an editor that is closed. */
const lasting: ReadonlySet<string> = new Set(['widths', 'formats']);
const key = 'arranged';

/** The storage of VS Code for one page, and for what outlives it the browser's own. */
export function withLastingState(page: StateStorage, browser: Pick<Storage, 'getItem' | 'setItem'>): StateStorage {
  return {
    getState: () => page.getState() ?? arranged(browser),
    setState: (state) => {
      page.setState(state);
      if (isRecord(state)) keep(browser, state);
    },
  };
}

function arranged(browser: Pick<Storage, 'getItem'>): unknown {
  try {
    const parsed = parseJson(browser.getItem(key) ?? '');
    return parsed.ok ? parsed.value : undefined;
  } catch {
    return undefined; // the browser may forbid its storage
  }
}

function keep(browser: Pick<Storage, 'setItem'>, state: Record<string, unknown>): void {
  const kept = Object.fromEntries(Object.entries(state).filter(([name]) => lasting.has(name)));
  try {
    browser.setItem(key, JSON.stringify(kept));
  } catch {
    // full or forbidden: this page still has its own state
  }
}
