/** Every failure that may cross a boundary. Words for people are written in extension/notify.ts, not here. */
export type FaultCode =
  | 'cancelled'
  | 'timeout'
  | 'limit/queue-full'
  | 'limit/message-too-large'
  | 'contract/unknown-method'
  | 'contract/bad-params'
  | 'peer/closed'
  | 'config/invalid'
  | 'config/unresolved-variable'
  | 'config/write-failed'
  | 'trust/workspace-untrusted'
  | 'trust/not-approved'
  | 'trust/changed-since-approval'
  | 'trust/policy'
  | 'trust/tool-quarantined'
  | 'server/unknown'
  | 'server/spawn-failed'
  | 'server/exited'
  | 'server/connect-failed'
  | 'server/auth-required'
  | 'server/not-ready'
  | 'server/protocol'
  | 'server/call-failed'
  | 'tool/unknown'
  | 'call/unknown'
  | 'call/has-secret'
  | 'call/no-snippet'
  | 'embedded/listen-failed'
  | 'socket/unreachable'
  | 'socket/unsafe'
  | 'socket/protocol'
  | 'kimi/unavailable'
  | 'kimi/failed'
  | 'knowledge/invalid'
  | 'recording/unreadable'
  | 'traffic/gone'
  | 'knowledge/unknown'
  | 'internal';

interface FaultDetail {
  readonly cause?: unknown;
  /** One sentence that tells the person what to do next. */
  readonly hint?: string;
  /** Facts for the inspector; already safe to show. */
  readonly data?: Readonly<Record<string, unknown>>;
}

export interface FaultShape {
  readonly code: FaultCode;
  readonly message: string;
  readonly hint?: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** The only error that crosses a boundary; a bug stays a plain Error. */
export class Fault extends Error {
  override readonly name = 'Fault';
  readonly code: FaultCode;
  readonly hint: string | undefined;
  readonly data: Readonly<Record<string, unknown>> | undefined;

  constructor(code: FaultCode, message: string, detail: FaultDetail = {}) {
    super(message, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.code = code;
    this.hint = detail.hint;
    this.data = detail.data;
  }

  static is(error: unknown, code?: FaultCode): error is Fault {
    return error instanceof Fault && (code === undefined || error.code === code);
  }

  /** A fault stays itself; anything else becomes `fallback` with the original as its cause. */
  static from(error: unknown, fallback: FaultCode = 'internal'): Fault {
    if (error instanceof Fault) return error;
    return new Fault(fallback, messageOf(error), { cause: error });
  }

  static revive(shape: FaultShape): Fault {
    return new Fault(shape.code, shape.message, {
      ...(shape.hint !== undefined && { hint: shape.hint }),
      ...(shape.data !== undefined && { data: shape.data }),
    });
  }

  toShape(): FaultShape {
    return {
      code: this.code,
      message: this.message,
      ...(this.hint !== undefined && { hint: this.hint }),
      ...(this.data !== undefined && { data: this.data }),
    };
  }
}

export function messageOf(error: unknown): string {
  if (error instanceof Error) return error.message;
  return typeof error === 'string' ? error : String(error);
}
