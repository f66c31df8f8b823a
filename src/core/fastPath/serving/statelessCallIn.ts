import type { IncomingHttpHeaders } from 'node:http';
import { classifyInboundRequest } from '@modelcontextprotocol/server';
import { isRecord } from '../../../base/json.ts';
import { type RpcRequest, readMessage } from '../../wire/message.ts';
import { isValidEnvelope, logLevelKey, versionKey } from '../../wire/protocolVersions.ts';

/** A plain call of the modern era over HTTP. `undefined` for others, and for what the SDK has to judge or refuse. */
export function statelessCallIn(headers: IncomingHttpHeaders, body: unknown): RpcRequest | undefined {
  if (!isRecord(body) || body['method'] !== 'tools/call') return undefined;
  const incoming = readMessage(body);
  if (incoming.kind !== 'request') return undefined;
  const { message } = incoming;
  const { params = {} } = message;
  const isPlain = isValidEnvelope(message) && isPlainCall(params) && isMirrored(headers, params);
  return isPlain && classifyInboundRequest({ httpMethod: 'POST', body }).kind === 'modern' ? message : undefined;
}

/** Without a task, responses to client requests, or log messages before the result. */
function isPlainCall({ name, arguments: args = {}, _meta: meta, ...more }: Record<string, unknown>): boolean {
  if (typeof name !== 'string' || !isRecord(args) || Object.keys(more).length > 0) return false;
  return isRecord(meta) && !(logLevelKey in meta);
}

/** The headers must repeat what the body says. */
function isMirrored(headers: IncomingHttpHeaders, { name, _meta: meta }: Record<string, unknown>): boolean {
  const { 'mcp-protocol-version': version, 'mcp-method': method, 'mcp-name': tool } = headers;
  return isRecord(meta) && version === meta[versionKey] && method === 'tools/call' && tool === name;
}
