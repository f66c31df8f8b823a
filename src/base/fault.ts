/** Every failure that may cross a boundary; its sentence, hint and action are in its factory in `faults/`. */
export type FaultCode =
  | 'cancelled'
  | 'timeout'
  | 'limit/queue-full'
  | 'limit/too-many-servers'
  | 'limit/message-too-large'
  | 'limit/exceeded'
  | 'contract/unknown-method'
  | 'contract/bad-params'
  | 'input/invalid'
  | 'peer/closed'
  | 'config/invalid'
  | 'config/unresolved-variable'
  | 'config/write-failed'
  | 'file/not-written'
  | 'file/busy'
  | 'file/not-read'
  | 'file/not-utf8'
  | 'store/later-version'
  | 'store/broken'
  | 'store/unavailable'
  | 'store/not-read'
  | 'trust/workspace-untrusted'
  | 'trust/not-approved'
  | 'trust/changed-since-approval'
  | 'trust/policy'
  | 'trust/tool-quarantined'
  | 'trust/definition-changed-again'
  | 'server/unknown'
  | 'server/spawn-failed'
  | 'server/build-failed'
  | 'server/exited'
  | 'server/connect-failed'
  | 'server/not-reachable'
  | 'server/auth-required'
  | 'server/not-ready'
  | 'server/protocol'
  | 'server/call-failed'
  | 'tool/unknown'
  | 'tool/no-page'
  | 'resource/unknown'
  | 'call/unknown'
  | 'call/has-secret'
  | 'call/no-snippet'
  | 'embedded/listen-failed'
  | 'socket/unreachable'
  | 'socket/unsafe'
  | 'socket/protocol'
  | 'socket/closed'
  | 'socket/not-delivered'
  | 'kimi/unavailable'
  | 'kimi/failed'
  | 'knowledge/invalid'
  | 'knowledge/unreadable'
  | 'recording/unreadable'
  | 'traffic/gone'
  | 'knowledge/unknown'
  | 'internal';

/** What a user can do about it with one click; the shell has a button for each. */
export type FaultAction = 'manageTrust' | 'openConfiguration' | 'approve' | 'reviewChanges' | 'signIn';

export interface FaultDetail {
  readonly cause?: unknown;
  /** One sentence that tells the user what to do next. */
  readonly hint?: string;
  readonly action?: FaultAction;
  /** Facts for the inspector; already safe to show. */
  readonly data?: Readonly<Record<string, unknown>>;
}

export interface FaultShape {
  readonly code: FaultCode;
  readonly message: string;
  readonly hint?: string;
  readonly action?: FaultAction;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** The only error that crosses a boundary; a bug stays a plain Error. */
export class Fault extends Error {
  override readonly name = 'Fault';
  readonly code: FaultCode;
  readonly hint: string | undefined;
  readonly action: FaultAction | undefined;
  readonly data: Readonly<Record<string, unknown>> | undefined;

  constructor(code: FaultCode, message: string, detail: FaultDetail = {}) {
    super(message, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.code = code;
    this.hint = detail.hint;
    this.action = detail.action;
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
      ...(shape.action !== undefined && { action: shape.action }),
      ...(shape.data !== undefined && { data: shape.data }),
    });
  }

  /** The sentence and the hint, as one text. */
  get text(): string {
    return faultText(this);
  }

  /** The same fault with more data. */
  with(detail: FaultDetail): Fault {
    const { cause = this, hint = this.hint, action = this.action, data } = detail;
    return new Fault(this.code, this.message, {
      cause,
      ...(hint !== undefined && { hint }),
      ...(action !== undefined && { action }),
      data: { ...this.data, ...data },
    });
  }

  toShape(): FaultShape {
    return {
      code: this.code,
      message: this.message,
      ...(this.hint !== undefined && { hint: this.hint }),
      ...(this.action !== undefined && { action: this.action }),
      ...(this.data !== undefined && { data: this.data }),
    };
  }
}

/** A full stop is put between the two only where there is none. */
export function faultText({ message, hint }: { readonly message: string; readonly hint?: string | undefined }): string {
  if (hint === undefined) return message;
  if (/[。！？]$/.test(message)) return message + hint;
  if (/[.!?…:]$/.test(message)) return `${message} ${hint}`;
  const isChinese = /[\u3400-\u9fff”）]$/.test(message) || /^[“\u3400-\u9fff]/.test(hint);
  return isChinese ? `${message}。${hint}` : `${message}. ${hint}`;
}

/** A foreign message, trimmed to fit into the middle of a sentence. */
export function withoutFullStop(text: string): string {
  return text.replace(/[.。]$/, '');
}

/** Anything can be thrown, an object that cannot be turned into a text too. */
export function messageOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error);
  const { message } = error as { message?: unknown };
  return typeof message === 'string' ? message : 'an error without a message';
}

export function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(messageOf(error), { cause: error });
}
