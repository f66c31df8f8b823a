import type { FaultShape } from '../base/fault.ts';
import { method } from './rpc/contract.ts';
import { count, object, optional, text } from './rpc/shape.ts';

/** The outcome of a message that was sent as typed. */
export interface RawAnswer {
  readonly status: 'answered' | 'sent' | 'failed';
  /** What the server sent back, as JSON text. */
  readonly text?: string;
  /** Only the beginning of the text is here. */
  readonly isCut?: boolean;
  readonly fault?: FaultShape;
  readonly durationMs: number;
}

export const rawHostMethods = {
  /** An example message in the server's own era, as a starting point. */
  'raw/template': method(object({ server: text, method: text })).answers<{ readonly text: string }>(),
  'raw/send': method(object({ server: text, text, timeoutMs: optional(count) })).answers<RawAnswer>(),
} as const;
