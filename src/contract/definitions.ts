import { method } from './rpc/contract.ts';
import { object, oneOf, text } from './rpc/shape.ts';

const kinds = ['tool', 'instructions', 'prompt', 'resource', 'template'] as const;

/** What of a server reaches a model before anything is called or read. */
export type DefinitionKind = (typeof kinds)[number];

/** A definition that agents do not get until the user accepts it. */
export interface HeldView {
  readonly kind: DefinitionKind;
  /** Name, URI or URI template; empty for the instructions. */
  readonly key: string;
  readonly reason: 'changed' | 'new';
  /** How it differs from what was accepted, line by line. */
  readonly diff: string;
  /** Stands for the definition as it is shown here; accepting it sends it back. */
  readonly hash: string;
}

export const definitionsHostMethods = {
  'definitions/accept': method(object({ server: text, kind: oneOf(...kinds), key: text, seen: text })).answers<void>(),
} as const;
