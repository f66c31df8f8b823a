import type { Server } from '@modelcontextprotocol/server';
import type { ToolResult } from '../../servers/model/server.ts';
import type { RpcRequest } from '../../wire/message.ts';
import type { AgentCall } from '../calls/agentCall.ts';

type Call = AgentCall<ToolResult>;
type Id = RpcRequest['id'];

/** Calls that have begun before their request reached the SDK's server, and were neither short nor quiet. */
export class HandedOverCalls {
  readonly #waiting = new WeakMap<Server, Map<Id, Call>>();

  put(server: Server, id: Id, call: Call): void {
    const calls = this.#waiting.get(server) ?? new Map<Id, Call>();
    this.#waiting.set(server, calls.set(id, call));
  }

  take(server: Server, id: Id): Call | undefined {
    const calls = this.#waiting.get(server);
    const call = calls?.get(id);
    calls?.delete(id);
    return call;
  }
}
