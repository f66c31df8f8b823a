import { method } from './rpc/contract.ts';
import type { SourceLink } from './source.ts';
import { count, object, text } from './rpc/shape.ts';

/** What a server's process does: requested again and again, but only while its page is open. */
export interface ServerActivity {
  readonly process?: ProcessView;
  /** Memory and processor time of the process and all that it started; absent where the system does not tell. */
  readonly usage?: UsageSample;
  /** The last changes of its state, the newest last. */
  readonly states: readonly OutputLine[];
  readonly output: OutputPage;
}

interface ProcessView {
  readonly pid: number;
  /** Resolved, redacted. */
  readonly commandLine: string;
  readonly folder?: string;
}

export interface UsageSample {
  readonly at: number;
  readonly memoryBytes: number;
  /** Since its start. */
  readonly cpuMs: number;
}

export interface OutputLine {
  readonly at: number;
  readonly level: 'trace' | 'debug' | 'info' | 'warn' | 'error';
  /** Redacted. */
  readonly text: string;
  /** A position in the server's sources, in the text. */
  readonly link?: SourceLink;
}

interface OutputPage {
  readonly lines: readonly OutputLine[];
  readonly nextSeq: number;
}

export const serverActivityMethods = {
  'servers/activity': method(object({ server: text, fromSeq: count })).answers<ServerActivity>(),
} as const;
