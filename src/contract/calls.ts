import type { FaultShape } from '../base/fault.ts';
import { method } from './rpc/contract.ts';
import { places, type Trimmed, type TrimmedParts } from './rpc/trimmed.ts';
import {
  type Shape,
  anyRecord,
  anything,
  count,
  flag,
  listOf,
  nothing,
  object,
  oneOf,
  optional,
  text,
} from './rpc/shape.ts';

/** Content is data: the webview shows it as text and never as markup. */
export interface CallOutcome {
  readonly status: 'ok' | 'toolError' | 'failed' | 'cancelled';
  readonly content: readonly unknown[];
  readonly structuredContent?: unknown;
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly fault?: FaultShape;
  readonly durationMs: number;
}

export interface CallProgress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

export type CallState =
  | { readonly kind: 'running'; readonly progress?: CallProgress }
  /** `outcome` is present when it is small; else it is loaded with `calls/result`. */
  | { readonly kind: 'done'; readonly end: CallEnd; readonly outcome?: CallOutcome }
  /** The window was closed while the call ran: its outcome is unknown. */
  | { readonly kind: 'lost' };

interface CallEnd {
  readonly status: CallOutcome['status'];
  readonly durationMs: number;
  /** Of the outcome as JSON. */
  readonly bytes: number;
  /** Estimated, of what a model reads; absent for calls of an earlier version. */
  readonly tokens?: number;
  /** The beginning of the response on one line, redacted. */
  readonly preview: string;
  /** False when the outcome is no longer held, or never was because of its size. */
  readonly kept: boolean;
}

/** What the server requested during the call, and the responses. */
export interface RoundView {
  readonly kind: 'form' | 'url' | 'sampling' | 'roots';
  readonly at: number;
  readonly message: string;
  readonly answer: string;
}

export interface Latency {
  readonly min: number;
  readonly mean: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

/** One call run many times; the outcome is that of the first failure, or of the last run. */
export interface RepeatView {
  readonly times: number;
  readonly concurrency: number;
  readonly done: number;
  readonly errors: number;
  readonly perSecond: number;
  readonly latency?: Latency;
}

/** One run of one tool. It is kept in the host, because views are closed and reopened. */
export interface CallView {
  readonly id: string;
  /** Counts up per tool: what the user sees as #1, #2 … */
  readonly number: number;
  readonly server: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly timeoutMs?: number;
  readonly startedAt: number;
  readonly state: CallState;
  readonly rounds: readonly RoundView[];
  readonly repeat?: RepeatView;
  /** It is made again when its server has been started again. */
  readonly isWatched?: boolean;
}

/** A line of one of two results or of both; `gap` stands for lines of both that are left out. */
export type DiffLine =
  | { readonly kind: 'same' | 'added' | 'removed'; readonly text: string }
  | { readonly kind: 'gap'; readonly count: number };

export interface ResultDiff {
  readonly lines: readonly DiffLine[];
  readonly added: number;
  readonly removed: number;
  /** There are more lines than these. */
  readonly isCut: boolean;
}

export type SnippetKind = 'cli' | 'curl' | 'typescript' | 'python';

const callRef = object({ call: text });
const placeRef = object({ call: text, at: text });

export const callsHostMethods = {
  /** The id is the page's, so that it can show the call at once. */
  'calls/run': method(
    object({
      call: text,
      server: text,
      tool: text,
      args: anyRecord,
      meta: optional(anyRecord),
      timeoutMs: optional(count),
      times: optional(count),
      concurrency: optional(count),
    }),
  ).answers<void>(),
  'calls/cancel': method(callRef).answers<void>(),
  /** Newest first: those of this session and what is remembered of earlier ones. */
  'calls/list': method(nothing).answers<readonly CallView[]>(),
  'calls/result': method(callRef).answers<Trimmed<CallOutcome>>(),
  'calls/part': method(object({ call: text, at: text, from: count })).answers<Trimmed>(),
  /** The same for several places, as much as a page takes in a few milliseconds; refused if all is too large for it. */
  'calls/parts': method(object({ call: text, places })).answers<TrimmedParts>(),
  'calls/forget': method(object({ calls: listOf(text) })).answers<void>(),
  'calls/copy': method(placeRef).answers<void>(),
  'calls/save': method(placeRef).answers<void>(),
  'calls/open': method(placeRef).answers<void>(),
  /** What is different since another call. */
  'calls/diff': method(object({ call: text, with: text })).answers<ResultDiff>(),
  /** The same in the diff editor. */
  'calls/compare': method(object({ call: text, with: text })).answers<void>(),
  /** Makes it again whenever its server has been started again, or no longer. One call of a server is watched. */
  'calls/watch': method(object({ call: text, on: flag })).answers<void>(),
  /** Asks for a check file and adds the call to it. Refused when a secret is in it. */
  'calls/saveAsCheck': method(callRef).answers<void>(),
  /** Also puts it on the clipboard. */
  'calls/snippet': method(
    object({ kind: oneOf('cli', 'curl', 'typescript', 'python'), server: text, tool: text, args: anyRecord }),
  ).answers<{ readonly text: string }>(),
  /** Shows the whole address and asks first. */
  'links/open': method(object({ url: text })).answers<void>(),
} as const;

export const callsWebviewMethods = {
  /** A full snapshot: a page may miss any number of these. */
  'calls/changed': method(anything as Shape<CallView>).answers<void>(),
  'calls/forgotten': method(object({ calls: listOf(text) })).answers<void>(),
} as const;
