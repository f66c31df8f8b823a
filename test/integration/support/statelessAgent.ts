import type { GatewayFixture } from './gatewayFixture.ts';

export interface RpcAnswer {
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number };
}

/** An agent of 2026-07-28 by hand: each request stands alone, and nothing obliges it to send the next round. */
export class StatelessAgent {
  readonly #fixture: GatewayFixture;
  readonly #path: string;
  readonly #capabilities: object;
  #id = 0;

  constructor(fixture: GatewayFixture, path: string, capabilities: object) {
    this.#fixture = fixture;
    this.#path = path;
    this.#capabilities = capabilities;
  }

  callTool(name: string, more: object = {}): Promise<RpcAnswer> {
    return this.request('tools/call', name, { arguments: {}, ...more });
  }

  async request(method: string, name: string, more: object = {}): Promise<RpcAnswer> {
    const { origin, token } = this.#fixture.address;
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      'mcp-name': name,
    };
    const params = { name, _meta: this.#meta(), ...more };
    const body = JSON.stringify({ jsonrpc: '2.0', id: ++this.#id, method, params });
    const text = await (await fetch(origin + this.#path, { method: 'POST', headers, body })).text();
    return JSON.parse(/^data: (\{.*)$/m.exec(text)?.[1] ?? text) as RpcAnswer;
  }

  #meta(): object {
    return {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': this.#capabilities,
    };
  }
}
