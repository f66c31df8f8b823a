import { serverNotRunning } from '../../../base/faults/serverFaults.ts';
import { sleep } from '../../../base/async.ts';
import { Emitter, type Event } from '../../../base/event.ts';
import { Fault } from '../../../base/fault.ts';
import { isRecord } from '../../../base/json.ts';
import { type Disposable, Lifetime } from '../../../base/lifetime.ts';
import type { TaskStart, TaskView, TasksView } from '../../../contract/tasks.ts';
import type { StorePort } from '../../ports/ports.ts';
import { type ClientRequests, handleInputRequest } from '../../servers/model/clientRequests.ts';
import type { ManagedServer } from '../../servers/model/server.ts';
import type { Redactor } from '../../trust/redaction/redact.ts';
import * as wire from './taskRequests.ts';

interface TaskStoreParts {
  server(id: string): ManagedServer;
  /** Throws for a tool that is held back. */
  mayCall(server: string, tool: string): void;
  readonly clientRequests: ClientRequests;
  readonly store: StorePort;
  readonly scope: () => string;
  readonly redactor: Redactor;
}

interface Entry {
  facts: wire.TaskFacts;
  readonly tool?: string;
  readonly args?: Readonly<Record<string, unknown>>;
  watch?: Lifetime;
}

const fastestMs = 200;
const slowestMs = 30_000;
export const taskKind = 'task';

/** The tasks of all servers: started here or found there, followed until they end, in both eras. */
export class TaskStore implements Disposable {
  readonly #parts: TaskStoreParts;
  readonly #lifetime = new Lifetime();
  readonly #changed = this.#lifetime.add(new Emitter<string>());
  readonly #byServer = new Map<string, Map<string, Entry>>();

  constructor(parts: TaskStoreParts) {
    this.#parts = parts;
    this.#remember();
  }

  /** The server whose tasks have changed. */
  get onDidChange(): Event<string> {
    return this.#changed.event;
  }

  /** Requests the server's list if it has one. Never starts the server. */
  async list(id: string): Promise<TasksView> {
    const server = this.#parts.server(id);
    const info = wire.infoOf(server);
    if (info && wire.offersTasks(info)) {
      for (const facts of await wire.listTasks(server, info)) this.#take(id, facts);
      for (const entry of this.#tasksOf(id).values()) if (isWanted(entry)) this.#follow(id, entry);
    }
    return {
      server: id,
      offered: info !== undefined && wire.offersTasks(info),
      tasks: [...this.#tasksOf(id).values()].map((entry) => this.#toView(id, entry)).toReversed(),
    };
  }

  async start(id: string, tool: string, args: Readonly<Record<string, unknown>>): Promise<TaskStart> {
    try {
      this.#parts.mayCall(id, tool);
      const server = this.#parts.server(id);
      await server.start();
      const facts = await wire.startTask(server, this.#info(server), this.#parts.clientRequests, tool, args);
      const entry: Entry = { facts, tool, args };
      this.#tasksOf(id).set(facts.id, entry);
      this.#keep(id, tool, facts.id);
      this.#changed.fire(id);
      if (isWanted(entry)) this.#follow(id, entry);
      return { kind: 'task', id: facts.id };
    } catch (error) {
      return { kind: 'failed', fault: this.#shape(error) };
    }
  }

  async refresh(id: string, task: string): Promise<void> {
    const entry = this.#tasksOf(id).get(task);
    if (entry) await this.#ask(id, entry, this.#lifetime.signal);
  }

  async cancel(id: string, task: string): Promise<void> {
    const server = this.#parts.server(id);
    await wire.cancelTask(server, this.#info(server), this.#parts.clientRequests, task);
    await this.refresh(id, task);
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #info(server: ManagedServer): NonNullable<ReturnType<typeof wire.infoOf>> {
    const info = wire.infoOf(server);
    if (!info) throw serverNotRunning();
    return info;
  }

  #tasksOf(id: string): Map<string, Entry> {
    let tasks = this.#byServer.get(id);
    if (!tasks) this.#byServer.set(id, (tasks = new Map()));
    return tasks;
  }

  #take(id: string, facts: wire.TaskFacts): void {
    const known = this.#tasksOf(id).get(facts.id);
    if (!known) this.#tasksOf(id).set(facts.id, { facts });
    else if (!isSettled(known.facts)) known.facts = facts;
  }

  /** One loop for each task; it ends with the task, with the server, and with us. */
  #follow(id: string, entry: Entry): void {
    if (entry.watch && !entry.watch.ended) return;
    const watch = (entry.watch = this.#lifetime.child());
    void this.#poll(id, entry, watch.signal).finally(() => watch.dispose());
  }

  async #poll(id: string, entry: Entry, signal: AbortSignal): Promise<void> {
    try {
      while (isWanted(entry)) {
        await sleep(Math.min(slowestMs, Math.max(fastestMs, entry.facts.pollMs)), signal);
        if (!wire.infoOf(this.#parts.server(id))) return; // asking would start it again
        await this.#ask(id, entry, signal);
      }
    } catch {
      return; // we end, or the server is no longer configured
    }
  }

  async #ask(id: string, entry: Entry, signal: AbortSignal): Promise<void> {
    const { clientRequests } = this.#parts;
    const server = this.#parts.server(id);
    const info = this.#info(server);
    try {
      const facts = await wire.getTask(server, info, clientRequests, entry.facts.id, { signal });
      entry.facts = facts;
      this.#changed.fire(id);
      if (facts.inputRequests) await this.#answer(id, facts, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      entry.facts = { ...entry.facts, fault: this.#shape(error) };
      this.#changed.fire(id);
    }
  }

  /** The user is asked as during a call; the response is sent with `tasks/update`. */
  async #answer(id: string, { id: task, inputRequests }: wire.TaskFacts, signal: AbortSignal): Promise<void> {
    const { clientRequests } = this.#parts;
    const server = this.#parts.server(id);
    const responses: Record<string, unknown> = {};
    for (const [key, request] of Object.entries(inputRequests ?? {}))
      responses[key] = await handleInputRequest(clientRequests, request, { server: id, signal });
    await wire.updateTask(server, this.#info(server), clientRequests, task, responses);
  }

  #toView(server: string, { facts, tool, args }: Entry): TaskView {
    const { pollMs: _poll, inputRequests: _requests, ...shown } = facts;
    return { ...shown, server, ...(tool !== undefined && { tool }), ...(args && { args }) };
  }

  #shape(error: unknown): NonNullable<TaskView['fault']> {
    return this.#parts.redactor.value(Fault.from(error, 'server/call-failed').toShape());
  }

  /** Only names and ids: arguments may hold secrets. A modern server cannot tell them again. */
  #keep(server: string, tool: string, id: string): void {
    const { store, scope } = this.#parts;
    const row = { kind: taskKind, scope: scope(), key: JSON.stringify([server, id]), value: { server, tool, id } };
    store.quietly(() => store.put([row]));
  }

  #remember(): void {
    const { store, scope } = this.#parts;
    for (const { value } of store.quietly(() => store.list(taskKind, scope())) ?? []) {
      if (!isRecord(value)) continue;
      const { server, tool, id } = value;
      if (typeof server !== 'string' || typeof tool !== 'string' || typeof id !== 'string') continue;
      this.#tasksOf(server).set(id, { tool, facts: { id, status: 'working', pollMs: fastestMs } });
    }
  }
}

/** Its outcome has been loaded, or there is none. */
function isSettled({ status, content, fault }: wire.TaskFacts): boolean {
  return status === 'cancelled' || content !== undefined || fault !== undefined;
}

/** The outcome of a task that another client started is loaded on demand. */
function isWanted({ facts, tool }: Entry): boolean {
  const isOver = facts.status === 'completed' || facts.status === 'failed';
  return !isSettled(facts) && (tool !== undefined || !isOver);
}
