import { method } from './rpc/contract.ts';
import { type Shape, anyRecord, anything, count, nothing, object, optional, text } from './rpc/shape.ts';

/** A call saved in the workspace, in `.vscode/mcp-calls.json`, and so shared by its contributors. */
export interface SavedCall {
  readonly name: string;
  readonly server: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
  readonly timeoutMs?: number | undefined;
}

export interface SavedCallsView {
  readonly calls: readonly SavedCall[];
  /** Why the file could not be read, if so. */
  readonly problem?: string;
  /** False without a folder: there is no place to save to. */
  readonly writable: boolean;
}

const savedCall = object({
  name: text,
  server: text,
  tool: text,
  args: anyRecord,
  meta: optional(anyRecord),
  timeoutMs: optional(count),
});

export const savedCallsHostMethods = {
  'saved/list': method(nothing).answers<SavedCallsView>(),
  /** Replaces the one of that name. Refused when a secret is in it. */
  'saved/put': method(savedCall).answers<void>(),
  'saved/remove': method(object({ name: text })).answers<void>(),
  /** Asks for a check file and adds the call to it. */
  'saved/saveAsCheck': method(object({ name: text })).answers<void>(),
  'saved/open': method(nothing).answers<void>(),
} as const;

export const savedCallsWebviewMethods = {
  'saved/changed': method(anything as Shape<SavedCallsView>).answers<void>(),
} as const;
