import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

/** What the host does with a piece of text, wherever in the page it is shown. */
export interface TextActions {
  copy(text: string): void;
  open(text: string, language: 'json' | 'plaintext' | 'markdown'): void;
  /** The host asks first, and shows the complete URL. */
  openLink(url: string): void;
}

const Actions = createContext<TextActions>({ copy: () => {}, open: () => {}, openLink: () => {} });
export const ActionsProvider = Actions.Provider;

export function useActions(): TextActions {
  return useContext(Actions);
}
