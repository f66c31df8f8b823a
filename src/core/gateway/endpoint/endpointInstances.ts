import { randomBytes } from 'node:crypto';
import { type McpServer, createRequestStateCodec } from '@modelcontextprotocol/server';
import type { Disposable } from '../../../base/lifetime.ts';
import type { Era } from '../../../contract/inspector.ts';
import type { FastPathCall, StatelessFastPathCall } from '../../fastPath/serving/promptResult.ts';
import type { ConnectionView } from '../../mcpServer/servableServer.ts';
import type { RpcRequest } from '../../wire/message.ts';
import type { ToolResult } from '../../servers/model/server.ts';
import { SuspendedCalls } from '../calls/suspendedCalls.ts';
import { beginCall, beginStatelessCall } from './beginCall.ts';
import type { EndpointContext } from './endpointContext.ts';
import { newEndpointInstance } from './endpointInstance.ts';

/** The part of an endpoint that needs the SDK's server; loaded when the first agent connects. */
export class EndpointInstances implements Disposable {
  readonly #endpoint: EndpointContext;
  readonly #answers = createRequestStateCodec<Readonly<Record<string, unknown>>>({
    key: randomBytes(32),
    bind: (context) => context.mcpReq.method,
  });
  readonly #suspended = new SuspendedCalls<ToolResult>(this.#answers);
  readonly #suspendedPrompts = new SuspendedCalls<unknown>(this.#answers);

  constructor(endpoint: EndpointContext) {
    this.#endpoint = endpoint;
  }

  open(era: Era, connection?: ConnectionView): McpServer {
    const [suspended, suspendedPrompts] = [this.#suspended, this.#suspendedPrompts];
    const parts = { suspended, suspendedPrompts, unseal: this.#answers.verify };
    return newEndpointInstance(this.#endpoint, parts, era, connection);
  }

  beginCall(request: RpcRequest, mcp: McpServer): FastPathCall | undefined {
    return beginCall(this.#endpoint, request, mcp);
  }

  beginStatelessCall(request: RpcRequest): StatelessFastPathCall | undefined {
    return beginStatelessCall(this.#endpoint, request);
  }

  dispose(): void {
    this.#suspended.dispose();
    this.#suspendedPrompts.dispose();
  }
}
