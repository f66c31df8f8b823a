import type { MessageId } from '../../wire/message.ts';

/** Calls that began before their request reached the SDK's server, and that it has to continue. */
export class HandedOverCalls<Server extends object, Call> {
  readonly #waiting = new WeakMap<Server, Map<MessageId, Call>>();

  put(server: Server, id: MessageId, call: Call): void {
    const calls = this.#waiting.get(server) ?? new Map<MessageId, Call>();
    this.#waiting.set(server, calls.set(id, call));
  }

  take(server: Server, id: MessageId): Call | undefined {
    const calls = this.#waiting.get(server);
    const call = calls?.get(id);
    calls?.delete(id);
    return call;
  }
}
