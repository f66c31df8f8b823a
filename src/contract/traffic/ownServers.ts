/** What of ours has rows in Traffic: our server by its id, and the messages between agents and the gateway. */
export const ownServers = { embedded: 'embedded', gateway: 'gateway' } as const;

/** The embedded server's name in every view; files and queries also know it by its id. */
export const embeddedServerLabel = 'MCP Switchboard';

export function serverLabel(server: string): string {
  return server === ownServers.embedded ? embeddedServerLabel : server;
}
