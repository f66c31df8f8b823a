import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import type { MessageGate } from '../../wire/messageGate.ts';

type Id = string | number;

/** Requests of a server that wait for us, and responses of ours that it has not taken: both could grow without end. */
export class ServerRequests {
  readonly #gate: MessageGate;
  readonly #open = new Set<Id>();

  constructor(gate: MessageGate) {
    this.#gate = gate;
  }

  /** What to refuse the request with, where too many wait already. */
  refusal(id: Id): JSONRPCMessage | undefined {
    const { openRequests } = this.#gate.budgets;
    if (this.#open.size >= openRequests) {
      const message = `More than ${openRequests} requests are waiting`; // read by the server
      return { jsonrpc: '2.0', id, error: { code: -32_000, message } };
    }
    this.#open.add(id);
    return undefined;
  }

  /** Each response on its way; `sent` settles when the server, or its pipe, has taken it. */
  responding(message: JSONRPCMessage, sent: Promise<void>): Promise<void> {
    const { id } = message as { readonly id?: Id };
    if ('method' in message || id === undefined) return sent;
    this.#open.delete(id);
    this.#gate.responding(sent);
    return sent;
  }
}
