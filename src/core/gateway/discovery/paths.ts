import { embeddedServerId } from '../../../contract/toolName.ts';
import type { Endpoint } from '../endpoint/endpoint.ts';
import type { Gateway } from '../gateway.ts';
import type { Scope } from '../exposure/exposedTools.ts';
import type { GatewayWindow } from './gatewayWindows.ts';

/** All chosen servers together. */
export const allPath = '/mcp';

export function serverPath(id: string): string {
  return `/servers/${encodeURIComponent(id)}/mcp`;
}

/** What VS Code cannot get from the extension: the embedded server's dynamic tools, resources and prompts. */
export const editorPath = '/editor/mcp';

/** The scope of a path. A server that is neither exposed nor our own is not found. */
export function endpointAt(
  path: string,
  gateway: Gateway,
  editorScope: () => Scope,
  own: string,
): Endpoint | undefined {
  if (path === allPath) return gateway.endpoint({ kind: 'all' });
  if (path === editorPath) return gateway.endpoint(editorScope());
  const id = /^\/servers\/([^/]+)\/mcp$/.exec(path)?.[1];
  const decoded = id === undefined ? undefined : decode(id);
  if (decoded === undefined || !(gateway.exposure.peek().has(decoded) || decoded === own)) return undefined;
  return gateway.endpoint({ kind: 'server', id: decoded });
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined; // not even a path of ours
  }
}

/** The embedded server of a window instead of its managed servers. */
export function embeddedServerOf(window: GatewayWindow): GatewayWindow {
  return { ...window, url: new URL(serverPath(embeddedServerId), window.url).href };
}
