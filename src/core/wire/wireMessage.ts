/** A JSON-RPC message as the SDK parsed it. Never mutate one that went through a tap. */
export type WireMessage = Readonly<Record<string, unknown>>;
export type WireDirection = 'toServer' | 'toClient';
