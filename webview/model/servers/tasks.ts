import { signal } from '@preact/signals-core';
import { Fault, type FaultShape } from '../../../src/base/fault.ts';
import type { TaskStatus, TasksView } from '../../../src/contract/tasks.ts';
import { PerServer } from './perServer.ts';
import type { HostLink } from '../../platform/hostLink.ts';

/** The tasks of servers as the host follows them. */
export class Tasks {
  readonly lists: PerServer<TasksView>;
  readonly query = signal('');
  readonly failure = signal<FaultShape | undefined>(undefined);
  readonly starting = signal(false);
  readonly #link: HostLink;

  constructor(link: HostLink) {
    this.#link = link;
    this.lists = new PerServer((server) => link.request('tasks/list', { server }));
  }

  /** Resolves with the id of the new task; a failure is shown next to the button. */
  async start(server: string, tool: string, args: Readonly<Record<string, unknown>>): Promise<string | undefined> {
    let id: string | undefined;
    this.starting.value = true;
    await this.#try(async () => {
      const start = await this.#link.request('tasks/start', { server, tool, args });
      if (start.kind === 'failed') throw Fault.revive(start.fault);
      id = start.id;
    });
    this.starting.value = false;
    return id;
  }

  refresh(server: string, task: string): Promise<void> {
    return this.#try(() => this.#link.request('tasks/refresh', { server, task }));
  }

  cancel(server: string, task: string): Promise<void> {
    return this.#try(() => this.#link.request('tasks/cancel', { server, task }));
  }

  async #try(work: () => Promise<void>): Promise<void> {
    this.failure.value = undefined;
    try {
      await work();
    } catch (error) {
      this.failure.value = Fault.from(error).toShape();
    }
  }
}

export function isOver(status: TaskStatus): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}
