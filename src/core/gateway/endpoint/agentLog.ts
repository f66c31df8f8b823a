import { LOG_LEVEL_META_KEY, type McpServer, type ServerContext } from '@modelcontextprotocol/server';
import type { Disposable } from '../../../base/lifetime.ts';
import { readSeverity } from '../../mcpServer/handlers/clientLog.ts';
import { isAtLeast } from '../../mcpServer/severity.ts';
import type { HandlerTable } from '../../mcpServer/handlers/handle.ts';
import type { ConnectionView } from '../../mcpServer/servableServer.ts';
import type { LogMessage, EndpointServers } from './endpointServers.ts';

/** Log messages of servers for one legacy agent: from the level it has set, and none before. */
export class AgentLog {
  readonly #members: EndpointServers;
  #minimum: string | undefined;

  constructor(members: EndpointServers) {
    this.#members = members;
  }

  readonly handlers: HandlerTable = {
    'logging/setLevel': async ({ level }) => {
      this.#minimum = readSeverity(level);
      await this.#members.logFrom(this.#minimum);
      return {};
    },
  };

  forward({ server }: McpServer, connection: ConnectionView): Disposable {
    return this.#members.onDidLog((message) => {
      if (this.#minimum === undefined || !connection.open || !isAtLeast(message.level, this.#minimum)) return;
      server.notification({ method: 'notifications/message', params: { ...message } }).catch(() => {}); // it has gone
    });
  }
}

/** A modern agent sends the log level with each request and gets the messages on its response stream. */
export async function forwardLog(members: EndpointServers, { mcpReq }: ServerContext): Promise<Disposable | undefined> {
  const envelope: Readonly<Record<string, unknown>> = mcpReq.envelope ?? {};
  const level = envelope[LOG_LEVEL_META_KEY];
  if (level === undefined) return undefined;
  await members.logFrom(readSeverity(level));
  return members.onDidLog((message: LogMessage) => {
    mcpReq.log(message.level, message.data, message.logger).catch(() => {}); // the SDK filters by level
  });
}
