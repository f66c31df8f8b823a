/** A server on this machine: its socket path, if it is not a port, and its URL. */
export interface LocalAddress {
  readonly socketPath?: string;
  readonly address: URL;
}

const loopbackNames = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** Sockets are written as in VS Code: `unix:///run/x.sock#/mcp` and, on Windows, `pipe:///pipe/x#/mcp`. */
export function localAddressOf(url: URL): LocalAddress | undefined {
  if (url.protocol === 'http:' && loopbackNames.has(url.hostname)) return { address: url };
  if (url.protocol !== 'unix:' && url.protocol !== 'pipe:') return undefined;
  const place = decodeURIComponent(url.pathname);
  const socketPath = url.protocol === 'pipe:' ? `\\\\.${place.replaceAll('/', '\\')}` : place;
  return { socketPath, address: new URL(url.hash.slice(1) || '/', 'http://localhost') };
}
