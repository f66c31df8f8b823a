import type { Lifetime } from '../../../../base/lifetime.ts';
import { TaskRun } from './taskRun.ts';

/** Beyond them a call is no longer made a task: it is answered when it is done. */
const mostTasks = 100;

/** The tasks of one server, for all its instances: a stateless client asks another one each time. */
export class TaskRuns {
  readonly #byId = new Map<string, TaskRun>();

  constructor(lifetime: Lifetime) {
    lifetime.defer(() => {
      for (const run of this.#byId.values()) run.cancel();
    });
  }

  open(): TaskRun | undefined {
    this.#forgetExpired();
    if (this.#byId.size >= mostTasks) return undefined;
    const run = new TaskRun();
    this.#byId.set(run.id, run);
    return run;
  }

  find(id: string): TaskRun | undefined {
    this.#forgetExpired();
    return this.#byId.get(id);
  }

  #forgetExpired(): void {
    const now = Date.now();
    for (const [id, run] of this.#byId) if (run.isExpired(now)) this.#byId.delete(id);
  }
}
