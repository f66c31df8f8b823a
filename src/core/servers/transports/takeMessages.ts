import type { JSONRPCMessage, MessageExtraInfo, Transport } from '@modelcontextprotocol/client';

type Deliver = (message: JSONRPCMessage, extra?: MessageExtraInfo) => void;

/** Sees each message of a transport before its listener does; what it returns hands one on. */
export function takeMessages(transport: Transport, take: Deliver): Deliver {
  let listener: Transport['onmessage'];
  Object.defineProperty(transport, 'onmessage', {
    get: () => take,
    set: (next: Transport['onmessage']) => {
      listener = next;
    },
    enumerable: true,
  });
  return (message, extra) => listener?.(message, extra);
}
