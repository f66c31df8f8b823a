/** The embedded server's id. Its tools keep their plain names everywhere. */
export const embeddedServerId = 'embedded';

/** Its name in every view; files and queries also know it by its id. */
export const embeddedServerLabel = 'MCP Switchboard';

export function serverLabel(server: string): string {
  return server === embeddedServerId ? embeddedServerLabel : server;
}

/** In Traffic: messages between agents and the gateway, where tools have exposed names. */
export const gatewayTapId = 'gateway';

/** The name that a user sees where tools of several servers are together. */
export function displayName({ server, tool }: { readonly server: string; readonly tool: string }): string {
  return server === embeddedServerId ? tool : `mcp:${server}:${tool}`;
}
