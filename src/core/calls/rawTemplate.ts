import { metaKeys } from '../wire/sdkNames.ts';
import type { ServerInfo } from '../servers/model/server.ts';

let sent = 9_000_000;

/** A whole request in the server's own era, to be changed at will. */
export function rawTemplate(method: string, info: ServerInfo | undefined): string {
  const envelope = {
    [metaKeys.protocolVersion]: info?.protocolVersion,
    [metaKeys.clientInfo]: { name: 'mcp-switchboard', version: '0' },
    [metaKeys.clientCapabilities]: {},
  };
  const params = { ...paramsOf(method), ...(info?.era === 'modern' && { _meta: envelope }) };
  return JSON.stringify({ jsonrpc: '2.0', id: ++sent, method, params }, undefined, 2);
}

function paramsOf(method: string): Readonly<Record<string, unknown>> {
  switch (method) {
    case 'tools/call':
    case 'prompts/get':
      return { name: '', arguments: {} };
    case 'resources/read':
      return { uri: '' };
    case 'completion/complete':
      return { ref: { type: 'ref/prompt', name: '' }, argument: { name: '', value: '' } };
    case 'logging/setLevel':
      return { level: 'info' };
    default:
      return {};
  }
}
