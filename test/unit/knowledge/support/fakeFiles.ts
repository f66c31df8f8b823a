import type { PatternFiles } from '../../../../src/core/knowledge/base/ownPatterns.ts';

export interface FakeFiles extends PatternFiles {
  put(file: string, text: string): void;
  watchers(): number;
}

/** A disk of a few files that reports each change at once. */
export function fakeFiles(texts: Record<string, string>): FakeFiles {
  const files = new Map(Object.entries(texts));
  const listeners = new Set<() => void>();
  return {
    list: async (folder) => [...files.keys()].filter((file) => file.startsWith(`${folder}/`)).toSorted(),
    read: async (file, maxBytes) => {
      const text = files.get(file);
      return text !== undefined && text.length <= maxBytes ? text : undefined;
    },
    watch: (_, changed) => {
      const listener = (): void => changed();
      listeners.add(listener);
      return { dispose: () => void listeners.delete(listener) };
    },
    put: (file, text) => {
      files.set(file, text);
      for (const listener of listeners) listener();
    },
    watchers: () => listeners.size,
  };
}
