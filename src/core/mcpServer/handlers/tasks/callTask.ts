import type { ProtocolError, Result } from '@modelcontextprotocol/server';
import { type Deferred, deferred, onAbort } from '../../../../base/async.ts';
import type { RpcError } from '../../../wire/message.ts';
import type { TaskRun } from './taskRun.ts';
import type { TaskRuns } from './taskRuns.ts';

/** The task that a call may become, and what the call has of its request until then. */
export class CallTask {
  readonly #tasks: TaskRuns;
  readonly #abort = new AbortController();
  readonly #began: Deferred<TaskRun> = deferred();
  #run: TaskRun | undefined;

  constructor(tasks: TaskRuns, request: AbortSignal) {
    this.#tasks = tasks;
    onAbort(request, () => {
      if (!this.#run) this.#abort.abort(request.reason);
    });
  }

  /** The request's, then the task's. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  get run(): TaskRun | undefined {
    return this.#run;
  }

  readonly begin = (): void => {
    if (this.#run || this.signal.aborted) return;
    const run = this.#tasks.open();
    if (!run) return;
    this.#run = run;
    onAbort(run.signal, () => this.#abort.abort(run.signal.reason));
    this.#began.resolve(run);
  };

  /** The result of the call, or the task that it has become; the outcome then goes to the task. */
  async resultOf(outcome: Promise<Result>, describe: (error: unknown) => ProtocolError): Promise<Result> {
    const ended = outcome.then(
      () => undefined,
      () => undefined,
    );
    const run = await Promise.race([this.#began.promise, ended]);
    if (!run) return outcome;
    outcome.then(
      (result) => run.complete(result),
      (error: unknown) => run.fail(shapeOf(describe(error))),
    );
    return run.created();
  }
}

function shapeOf({ code, message, data }: ProtocolError): RpcError {
  return { code, message, ...(data !== undefined && { data }) };
}
