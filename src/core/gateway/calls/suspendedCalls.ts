import { randomUUID } from 'node:crypto';
import { ProtocolError, type ServerContext, inputRequired } from '@modelcontextprotocol/server';
import { isRecord } from '../../../base/json.ts';
import type { Disposable } from '../../../base/lifetime.ts';
import type { AgentCall, Round } from './agentCall.ts';

type State = Readonly<Record<string, unknown>>;

interface SealState {
  mint(state: State, context: ServerContext): Promise<string>;
}

/** How long an agent may take to answer a client request. */
export const resumeWithinMs = 10 * 60_000;
/** An agent may never send the next round, and each of these takes a place at its server: fewer than it has. */
const mostOpenAtServer = 8;

/** Calls that wait for a modern agent's input, between the request that asked for it and the one that brings it. */
export class SuspendedCalls<T> implements Disposable {
  readonly #seal: SealState;
  readonly #calls = new Map<
    string,
    { readonly call: AgentCall<T>; readonly timer: NodeJS.Timeout; readonly isOpenAtServer: boolean }
  >();

  constructor(seal: SealState) {
    this.#seal = seal;
  }

  /** The input-required response to a request. */
  async park(
    call: AgentCall<T>,
    { questions, isOpenAtServer }: Extract<Round<T>, { kind: 'inputRequired' }>,
    context: ServerContext,
  ): Promise<ReturnType<typeof inputRequired>> {
    const id = randomUUID(); // of the round, not of the call: the state of an earlier round continues nothing
    const timer = setTimeout(() => this.#give(id)?.end(), resumeWithinMs);
    timer.unref();
    this.#calls.set(id, { call, timer, isOpenAtServer });
    this.#endOldest();
    const requestState = await this.#seal.mint({ call: id }, context);
    return inputRequired({ inputRequests: questions as never, requestState });
  }

  /** The call that this request continues; `undefined` for a new one. */
  resume({ mcpReq }: ServerContext): AgentCall<T> | undefined {
    const state = mcpReq.requestState<unknown>();
    const id = isRecord(state) ? state['call'] : undefined;
    if (typeof id !== 'string') return undefined;
    const call = this.#give(id);
    // Not started again: a client that sends its response twice must not run the tool twice.
    if (!call) throw new ProtocolError(-32602, 'This call is over: its question has been answered, or waited too long');
    call.answer(isRecord(mcpReq.inputResponses) ? mcpReq.inputResponses : {});
    return call;
  }

  dispose(): void {
    for (const id of this.#calls.keys()) this.#give(id)?.end();
  }

  #endOldest(): void {
    const open = [...this.#calls].filter(([, { isOpenAtServer }]) => isOpenAtServer);
    const [oldest] = open;
    if (oldest && open.length > mostOpenAtServer) this.#give(oldest[0])?.end();
  }

  #give(id: string): AgentCall<T> | undefined {
    const suspended = this.#calls.get(id);
    clearTimeout(suspended?.timer);
    this.#calls.delete(id);
    return suspended?.call;
  }
}
