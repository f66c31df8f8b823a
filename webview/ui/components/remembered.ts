import { type Signal, useSignal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { isRecord } from '../../../src/base/json.ts';
import type { PageState } from '../../platform/pageState.ts';

const Saved = createContext<PageState | undefined>(undefined);
export const SavedProvider = Saved.Provider;

const maxKept = 60;

/** A choice that the page still has after a reload: the width of a list, how results of a tool are shown. */
export function useRemembered<T>(
  group: string,
  key: string,
  fits: (value: unknown) => value is T,
): [Signal<T | undefined>, (value: T) => void] {
  const saved = useContext(Saved);
  const all = (): Record<string, unknown> => saved?.read(group, isRecord) ?? {};
  const before = all()[key];
  const current = useSignal<T | undefined>(fits(before) ? before : undefined);
  const write = (value: T): void => {
    current.value = value;
    const { [key]: _, ...others } = all();
    // Newest last, so that the oldest are dropped first.
    saved?.write(group, Object.fromEntries([...Object.entries(others), [key, value] as const].slice(-maxKept)));
  };
  return [current, write];
}
