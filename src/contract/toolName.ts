/** The embedded server's id. Its tools keep their plain names everywhere. */
export const embeddedServerId = 'embedded';

/** In Traffic: messages between agents and the gateway, where tools have exposed names. */
export const gatewayTapId = 'gateway';

/** The name that a user sees where tools of several servers are together. */
export function displayName({ server, tool }: { readonly server: string; readonly tool: string }): string {
  return server === embeddedServerId ? tool : `mcp:${server}:${tool}`;
}

interface NamedMessage {
  readonly server: string;
  readonly method: string;
  readonly name?: string;
}

/** The label of a message among those of other servers: its tool, else its target, else its method. */
export function displayWhat({ server, method, name }: NamedMessage): string {
  const isTool = method === 'tools/call' && name !== undefined && server !== gatewayTapId;
  return isTool ? displayName({ server, tool: name }) : (name ?? method);
}
