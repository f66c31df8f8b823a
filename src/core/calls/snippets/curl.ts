import { noSnippet } from '../../../base/faults/callFaults.ts';
import { headerParameters, headerValue } from '../../servers/catalog/headerParameters.ts';
import { plain, shellQuote, shellText } from './quote.ts';
import type { SnippetCall, SnippetServer } from './snippetCall.ts';

type HttpServer = Exclude<SnippetServer, { kind: 'stdio' }>;

/** A modern server takes one request; a legacy one needs a session first. */
export function curlSnippet(call: SnippetCall, server: SnippetServer): string {
  if (server.kind !== 'http') throw noSnippet('curlHttpOnly');
  return call.era === 'modern' ? modernCurl(call, server) : legacyCurl(call, server);
}

function modernCurl(call: SnippetCall, server: HttpServer): string {
  const { tool, args, inputSchema, protocolVersion = '2026-07-28' } = call;
  const message = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: {
      name: tool,
      arguments: args,
      _meta: {
        'io.modelcontextprotocol/protocolVersion': protocolVersion,
        'io.modelcontextprotocol/clientInfo': { name: 'curl', version: '1.0.0' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  };
  const headers = [
    `MCP-Protocol-Version: ${protocolVersion}`,
    'Mcp-Method: tools/call',
    `Mcp-Name: ${headerValue(tool)}`,
    ...headerParameters(inputSchema, args).map(([name, value]) => `${name}: ${value}`),
  ];
  return `${curl(server, headers, message)}\n`;
}

function legacyCurl({ tool, args, protocolVersion = '2025-11-25' }: SnippetCall, server: HttpServer): string {
  const initialize = {
    jsonrpc: '2.0',
    id: 0,
    method: 'initialize',
    params: { protocolVersion, capabilities: {}, clientInfo: { name: 'curl', version: '1.0.0' } },
  };
  const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };
  const request = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: args } };
  const version = `MCP-Protocol-Version: ${protocolVersion}`;
  const session = '  ${SESSION:+-H "Mcp-Session-Id: $SESSION"} \\\n';
  return `SESSION=$(${curl(server, [], initialize, '-s -o /dev/null -D -')} | tr -d '\\r' | sed -n 's/^mcp-session-id: *//Ip')
${curl(server, [version], initialized, '-s -o /dev/null', session)}
${curl(server, [version], request, '-sS', session)}
`;
}

function curl(server: HttpServer, headers: readonly string[], message: unknown, flags = '-sS', more = ''): string {
  const own = server.headers.map(([name, value]) => shellText([{ kind: 'text', text: `${name}: ` }, ...value]));
  const all = [
    ...['Content-Type: application/json', 'Accept: application/json, text/event-stream', ...headers].map(shellQuote),
    ...own,
  ];
  const lines = all.map((header) => `  -H ${header} \\\n`).join('');
  return `curl ${flags} ${target(server)} \\\n${lines}${more}  -d ${shellQuote(JSON.stringify(message))}`;
}

/** A local socket is written as VS Code writes it: `unix:///run/x.sock#/mcp`. */
function target({ url }: HttpServer): string {
  const [, socket = '', path = '/'] = /^unix:\/\/([^#]+)#?(.*)$/.exec(plain(url)) ?? [];
  return socket === ''
    ? shellText(url)
    : `--unix-socket ${shellQuote(socket)} ${shellQuote(`http://localhost${path}`)}`;
}
