import type { FaultShape } from '../base/fault.ts';
import { method } from './rpc/contract.ts';
import { anyRecord, object, text } from './rpc/shape.ts';

export type TaskStatus = 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled';

/** A call that runs as a task on the server; the same type for both protocol eras. */
export interface TaskView {
  readonly id: string;
  readonly server: string;
  readonly status: TaskStatus;
  readonly statusMessage?: string;
  /** Known for tasks that were started here. */
  readonly tool?: string;
  readonly args?: Readonly<Record<string, unknown>>;
  readonly createdAt?: string;
  readonly updatedAt?: string;
  /** How long the server keeps it; absent where it does not say. */
  readonly ttlMs?: number;
  readonly content?: readonly unknown[];
  readonly structuredContent?: unknown;
  /** The task failed, or its state could not be read. */
  readonly fault?: FaultShape;
}

export interface TasksView {
  readonly server: string;
  readonly offered: boolean;
  /** Newest first. */
  readonly tasks: readonly TaskView[];
}

/** Some tools return a result at once although they were asked to run as a task. */
export type TaskStart =
  | { readonly kind: 'task'; readonly id: string }
  | { readonly kind: 'failed'; readonly fault: FaultShape };

const taskRef = object({ server: text, task: text });

export const taskHostMethods = {
  'tasks/list': method(object({ server: text })).answers<TasksView>(),
  'tasks/start': method(object({ server: text, tool: text, args: anyRecord })).answers<TaskStart>(),
  'tasks/refresh': method(taskRef).answers<void>(),
  'tasks/cancel': method(taskRef).answers<void>(),
} as const;

export const taskWebviewMethods = {
  'tasks/changed': method(object({ server: text })).answers<void>(),
} as const;
