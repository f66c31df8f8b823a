import { method } from './rpc/contract.ts';
import { flag, listOf, object, text } from './rpc/shape.ts';

export interface RootView {
  readonly uri: string;
  readonly name?: string;
}

/** The roots that a server gets, and where they were chosen. */
export interface RootsView {
  readonly chosenFor: 'window' | 'all' | 'server';
  readonly roots: readonly RootView[];
}

export const rootsHostMethods = {
  /** For this server only, or for all that have no list of their own. */
  'roots/set': method(object({ server: text, all: flag, uris: listOf(text) })).answers<void>(),
  /** Back to the folders of the window. */
  'roots/reset': method(object({ server: text })).answers<void>(),
  /** Asks for a folder; `undefined` when the user closes the dialog. */
  'roots/pick': method(object({})).answers<{ readonly uri?: string }>(),
} as const;
