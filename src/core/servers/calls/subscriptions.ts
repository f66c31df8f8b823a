import { callFailed } from '../../../base/faults/serverFaults.ts';
import type { McpSubscription } from '@modelcontextprotocol/client';
import type { Connection } from '../connection/connection.ts';

/** Resource subscriptions of one server, in both eras; they outlive a connection and are made again on the next. */
export class Subscriptions {
  readonly #uris = new Set<string>();
  #stream: McpSubscription | undefined;

  get size(): number {
    return this.#uris.size;
  }

  get uris(): readonly string[] {
    return [...this.#uris];
  }

  async add(uri: string, connection: Connection): Promise<void> {
    if (this.#uris.has(uri)) return;
    this.#uris.add(uri);
    try {
      if (connection.modern) await this.#listen(connection);
      else await connection.request('resources/subscribe', { uri });
    } catch (error) {
      this.#uris.delete(uri);
      throw error;
    }
  }

  async remove(uri: string, connection: Connection | undefined): Promise<void> {
    if (!this.#uris.delete(uri) || !connection) return;
    if (connection.modern) await this.#listen(connection);
    else await connection.request('resources/unsubscribe', { uri });
  }

  async restore(connection: Connection): Promise<void> {
    if (this.#uris.size === 0) return;
    if (connection.modern) return this.#listen(connection);
    for (const uri of this.#uris) await connection.request('resources/subscribe', { uri });
  }

  /** A modern stream names all its resources at once: the new one is opened before the old one is closed. */
  async #listen(connection: Connection): Promise<void> {
    const before = this.#stream;
    this.#stream = undefined;
    if (this.#uris.size > 0) {
      const stream = await connection.client.listen({ resourceSubscriptions: [...this.#uris] });
      const honored = stream.honoredFilter.resourceSubscriptions ?? [];
      if (honored.length === 0) throw callFailed('noUpdates');
      this.#stream = stream;
      void this.#watch(stream, connection);
    }
    await before?.close();
  }

  async #watch(stream: McpSubscription, connection: Connection): Promise<void> {
    const how = await stream.closed;
    if (how === 'local' || this.#stream !== stream || connection.isClosed) return;
    this.#stream = undefined;
    await this.#listen(connection).catch(() => {}); // refused for good: the next connection tries again
  }
}
