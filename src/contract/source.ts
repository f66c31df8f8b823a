import { method } from './rpc/contract.ts';
import { object, oneOf, text } from './rpc/shape.ts';

/** A place in the sources of a server that a text of it names, and that exists. */
export interface SourceLink {
  /** The position as it was printed, cut to the file's name. */
  readonly label: string;
  readonly offset: number;
  readonly length: number;
}

const inText = object({ server: text, text });

export const sourceHostMethods = {
  /** Shows the line that registers it. */
  'source/show': method(
    object({ server: text, kind: oneOf('tool', 'prompt', 'resource'), name: text }),
  ).answers<void>(),
  'source/links': method(inText).answers<readonly SourceLink[]>(),
  /** Opens the first position in the text. */
  'source/open': method(inText).answers<void>(),
} as const;
