import { randomUUID } from 'node:crypto';
import type { ToolResult } from '../../servers/model/server.ts';

type Fields = Readonly<Record<string, unknown>>;

interface PassedTask {
  readonly server: string;
  /** By which the server knows it. */
  readonly taskId: unknown;
}

/** An agent that still asks for older ones has had a thousand since. */
const mostTasks = 1_000;

/** Tasks of managed servers by the ids that agents get: two servers may use the same, and one may be easy to guess. */
export class PassedTasks {
  readonly #byId = new Map<string, PassedTask>();

  /** The response to a call that has become a task at its server. */
  pass(server: string, task: NonNullable<ToolResult['task']>): Fields {
    const id = randomUUID();
    this.#byId.set(id, { server, taskId: task['taskId'] });
    const [oldest] = this.#byId.keys();
    if (this.#byId.size > mostTasks && oldest !== undefined) this.#byId.delete(oldest);
    return { ...task, taskId: id };
  }

  find(id: unknown): PassedTask | undefined {
    return typeof id === 'string' ? this.#byId.get(id) : undefined;
  }
}
