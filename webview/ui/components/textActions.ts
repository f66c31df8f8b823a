import type { SourceLink } from '../../../src/contract/source.ts';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

/** What the host does with a piece of text, wherever in the page it is shown. */
export interface TextActions {
  copy(text: string): void;
  open(text: string, language: 'json' | 'plaintext' | 'markdown'): void;
  /** The host asks first, and shows the complete URL. */
  openLink(url: string): void;
  /** Positions in the server's sources that the text names. */
  sourceLinks(server: string, text: string): Promise<readonly SourceLink[]>;
  /** Opens the first of them. */
  openSource(server: string, text: string): void;
}

const Actions = createContext<TextActions>({
  copy: () => {},
  open: () => {},
  openLink: () => {},
  sourceLinks: async () => [],
  openSource: () => {},
});
export const ActionsProvider = Actions.Provider;

export function useActions(): TextActions {
  return useContext(Actions);
}
