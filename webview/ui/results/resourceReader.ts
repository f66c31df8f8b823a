import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

/** Reads a resource of the server whose result is shown; absent where there is none. */
type Reader = (uri: string) => void;

const Reading = createContext<Reader | undefined>(undefined);
export const ReaderProvider = Reading.Provider;

export function useReader(): Reader | undefined {
  return useContext(Reading);
}
