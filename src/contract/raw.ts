import type { FaultShape } from '../base/fault.ts';
import { method } from './rpc/contract.ts';
import { count, object, optional, text } from './rpc/shape.ts';

/** What came of a message that was sent as it was typed. */
export interface RawAnswer {
  readonly status: 'answered' | 'sent' | 'failed';
  /** What the server sent back, as JSON text. */
  readonly text?: string;
  readonly fault?: FaultShape;
  readonly durationMs: number;
}

export const rawHostMethods = {
  /** A message that this server would understand, in its own era: something to begin with. */
  'raw/template': method(object({ server: text, method: text })).answers<{ readonly text: string }>(),
  'raw/send': method(object({ server: text, text, timeoutMs: optional(count) })).answers<RawAnswer>(),
} as const;
