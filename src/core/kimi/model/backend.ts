import type { Access } from './task.ts';

export type BackendId = 'kimi-code' | 'kimi-acp' | 'kimi-legacy' | 'moonshot-api' | 'vscode-lm';

/** One way to get a task done. */
export interface Backend {
  readonly id: BackendId;
  /** As shown to users: the id with its version or model. */
  readonly label: string;
  /** Resolves when everything it started is over. Aborting the signal ends it; the outcome is then ignored. */
  run(run: BackendRun): Promise<BackendResult>;
}

export interface BackendRun {
  readonly access: Access;
  /** Absolute; a private empty folder where nothing of the workspace may be seen. */
  readonly cwd: string;
  readonly prompt: string;
  /** Only where the user configured one. */
  readonly model?: string;
  readonly signal: AbortSignal;
  readonly onProgress: (message: string) => void;
}

export type BackendResult = BackendAnswer | BackendFailure;

export interface BackendAnswer {
  readonly ok: true;
  readonly text: string;
  readonly usage?: Usage;
  /** The model that answered, where the backend chose it. */
  readonly model?: string;
}

export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedInputTokens?: number;
}

export interface BackendFailure {
  readonly ok: false;
  readonly kind: FailureKind;
  /** The backend's output, not yet redacted. */
  readonly output: string;
}

/** `unusable`: this backend cannot work here at all, so `auto` goes on to the next one. */
export type FailureKind =
  | 'unusable'
  | 'auth'
  | 'rate-limit'
  | 'provider'
  | 'connection'
  | 'filtered'
  | 'max-steps'
  | 'no-answer'
  | 'other';

export function failure(kind: FailureKind, output: string): BackendFailure {
  return { ok: false, kind, output };
}

export function canWrite(id: BackendId): boolean {
  return id === 'kimi-code' || id === 'kimi-acp' || id === 'kimi-legacy';
}
