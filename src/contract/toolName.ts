import { ownServers } from './traffic/ownServers.ts';

/** The embedded server's id. Its tools keep their plain names everywhere. */
export const embeddedServerId = ownServers.embedded;

/** In Traffic: messages between agents and the gateway, where tools have exposed names. */
export const gatewayTapId = ownServers.gateway;

/** The name that a user sees where tools of several servers are together. */
export function displayName({ server, tool }: { readonly server: string; readonly tool: string }): string {
  return server === embeddedServerId ? tool : `mcp:${server}:${tool}`;
}
