import { debounce } from '../../src/base/async.ts';
import { isRecord } from '../../src/base/json.ts';

/** Where VS Code stores what a webview restores after it was hidden or reloaded. */
export interface StateStorage {
  getState(): unknown;
  setState(state: unknown): void;
}

export interface PageState {
  /** The value saved under `key`, if it still has the expected type. */
  read<T>(key: string, fits: (value: unknown) => value is T): T | undefined;
  write(key: string, value: unknown): void;
  /** Writes what is still pending: the page may be closed in a moment. */
  flush(): void;
}

const writeDelayMs = 150;

export function createPageState(box: StateStorage): PageState {
  const before = box.getState();
  const state: Record<string, unknown> = isRecord(before) ? { ...before } : {};
  let dirty = false;
  const flush = (): void => {
    if (dirty) box.setState(state);
    dirty = false;
  };
  const later = debounce(flush, writeDelayMs);
  return {
    flush,
    read: (key, fits) => {
      const value = Object.hasOwn(state, key) ? state[key] : undefined;
      return fits(value) ? value : undefined;
    },
    write: (key, value) => {
      state[key] = value;
      dirty = true;
      later();
    },
  };
}

export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

export function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}
