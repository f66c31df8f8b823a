import { Fault } from '../../base/fault.ts';
import { isRecord, previewJson } from '../../base/json.ts';
import type { ManagedServer, ToolResult } from '../servers/model/server.ts';
import type { ToolDefinition } from '../wire/definitions.ts';
import { textOr } from '../wire/messageBounds.ts';
import { isForApps } from './appPage.ts';

const longestSaying = 8_192;

const protocolVersion = '2026-01-26';
const methodNotFound = -32_601;
const invalidParams = -32_602;
const refused = -32_000;

type Fields = Readonly<Record<string, unknown>>;

export interface AppBridgeParts {
  readonly server: ManagedServer;
  readonly tool: ToolDefinition;
  readonly hostInfo: { readonly name: string; readonly version: string };
  /** What the app may know of its surroundings. */
  context(): Fields;
  post(message: Fields): void;
  /** The user is asked before the app makes the server do something. */
  mayCall(tool: ToolDefinition): Promise<boolean>;
  /** Asks, then opens; false if the user did not want it. */
  openLink(url: string): Promise<boolean>;
  logged(level: string, text: string): void;
  resized(height: number): void;
}

/**
 * The host's end of MCP Apps: the app is untrusted and sandboxed, and can only use these methods.
 * It may call tools of its own server only, and only those that say they are for apps.
 */
export class AppBridge {
  readonly #parts: AppBridgeParts;
  #isReady = false;
  readonly #waiting: Fields[] = [];

  constructor(parts: AppBridgeParts) {
    this.#parts = parts;
  }

  toolInput(args: Fields): void {
    this.#notify('ui/notifications/tool-input', { arguments: args });
  }

  toolResult({ content, structuredContent, isError, _meta }: ToolResult): void {
    this.#notify('ui/notifications/tool-result', {
      content,
      ...(structuredContent !== undefined && { structuredContent }),
      ...(isError && { isError }),
      ...(_meta && { _meta }),
    });
  }

  toolCancelled(reason: string): void {
    this.#notify('ui/notifications/tool-cancelled', { reason });
  }

  contextChanged(): void {
    this.#notify('ui/notifications/host-context-changed', this.#parts.context());
  }

  /** A message of the app, which is untrusted: it is answered or ignored. */
  async receive(message: unknown): Promise<void> {
    if (!isRecord(message) || typeof message['method'] !== 'string') return;
    const params = isRecord(message['params']) ? message['params'] : {};
    const { id, method } = message;
    if (typeof id !== 'string' && typeof id !== 'number') return this.#take(method, params);
    try {
      this.#parts.post({ jsonrpc: '2.0', id, result: await this.#answer(method, params) });
    } catch (error) {
      this.#parts.post({ jsonrpc: '2.0', id, error: errorOf(error) });
    }
  }

  #take(method: string, params: Fields): void {
    if (method === 'ui/notifications/initialized') this.#begin();
    else if (method === 'ui/notifications/size-changed' && typeof params['height'] === 'number')
      this.#parts.resized(params['height']);
    else if (method === 'notifications/message')
      this.#parts.logged(textOr(params['level'], 'info'), previewJson(params['data'] ?? '', longestSaying));
  }

  /** Nothing is sent before the app has initialized. */
  #begin(): void {
    this.#isReady = true;
    for (const message of this.#waiting.splice(0)) this.#parts.post(message);
  }

  #notify(method: string, params: Fields): void {
    const message = { jsonrpc: '2.0', method, params };
    if (this.#isReady) this.#parts.post(message);
    else this.#waiting.push(message);
  }

  async #answer(method: string, params: Fields): Promise<unknown> {
    switch (method) {
      case 'ui/initialize':
        return this.#initialize();
      case 'ping':
        return {};
      case 'tools/call':
        return this.#callTool(params);
      case 'tools/list':
        return { tools: this.#parts.server.tools.peek().filter(isForApps) };
      case 'resources/read':
        return this.#parts.server.readResource(textOf(params, 'uri'));
      case 'ui/open-link':
        return (await this.#parts.openLink(textOf(params, 'url'))) ? {} : { isError: true };
      case 'ui/request-display-mode':
        return { mode: 'inline' };
      default:
        throw new BridgeError(methodNotFound, `This host does not offer ${method}`);
    }
  }

  #initialize(): Fields {
    const { tool, hostInfo } = this.#parts;
    return {
      protocolVersion,
      hostInfo,
      hostCapabilities: { openLinks: {}, serverTools: {}, serverResources: {}, logging: {} },
      hostContext: { ...this.#parts.context(), toolInfo: { tool } },
    };
  }

  async #callTool(params: Fields): Promise<unknown> {
    const name = textOf(params, 'name');
    const { server } = this.#parts;
    const tool = server.tools.peek().find((each) => each.name === name);
    if (!tool || !isForApps(tool)) throw new BridgeError(invalidParams, `No tool "${name}" for this app`);
    if (!(await this.#parts.mayCall(tool))) throw new BridgeError(refused, 'The user denied the call');
    const args = isRecord(params['arguments']) ? params['arguments'] : {};
    const { content, structuredContent, isError, _meta } = await server.callTool(name, args);
    return {
      content,
      ...(structuredContent !== undefined && { structuredContent }),
      ...(isError && { isError }),
      ...(_meta && { _meta }),
    };
  }
}

class BridgeError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

function textOf(params: Fields, key: string): string {
  const value = params[key];
  if (typeof value !== 'string') throw new BridgeError(invalidParams, `"${key}" must be a string`);
  return value;
}

function errorOf(error: unknown): Fields {
  if (error instanceof BridgeError) return { code: error.code, message: error.message };
  return { code: refused, message: Fault.from(error).message };
}
