import { noSnippet } from '../../../base/faults/callFaults.ts';
import { jsText, jsValue } from './quote.ts';
import type { SnippetCall, SnippetServer } from './snippetCall.ts';

export function typescriptSnippet(call: SnippetCall, server: SnippetServer): string {
  const { imports, transport } = transportOf(server);
  return `// npm install @modelcontextprotocol/client
import { Client } from '@modelcontextprotocol/client';
${imports}

const client = new Client(
  { name: 'snippet', version: '1.0.0' },
  { versionNegotiation: { mode: 'auto' } },
);
await client.connect(
  ${transport},
);
const result = await client.callTool({
  name: ${JSON.stringify(call.tool)},
  arguments: ${jsValue(call.args, '  ')},
});
console.log(JSON.stringify(result, undefined, 2));
await client.close();
`;
}

function transportOf(server: SnippetServer): { readonly imports: string; readonly transport: string } {
  if (server.kind === 'stdio') {
    const { command, args, env, cwd } = server;
    const variables = env.map(([name, value]) => `${JSON.stringify(name)}: ${jsText(value)}`).join(', ');
    const lines = [
      `command: ${jsText(command)},`,
      `args: [${args.map(jsText).join(', ')}],`,
      ...(env.length > 0 ? [`env: { PATH: process.env['PATH'] ?? '', ${variables} },`] : []),
      ...(cwd ? [`cwd: ${jsText(cwd)},`] : []),
    ];
    return {
      imports: "import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';",
      transport: `new StdioClientTransport({\n    ${lines.join('\n    ')}\n  })`,
    };
  }
  if (server.kind === 'ws') throw noSnippet('typescriptWebSocket');
  const { url, headers } = server;
  const name = server.kind === 'sse' ? 'SSEClientTransport' : 'StreamableHTTPClientTransport';
  const fields = headers.map(([key, value]) => `${JSON.stringify(key)}: ${jsText(value)}`).join(', ');
  const options = headers.length > 0 ? `, {\n    requestInit: { headers: { ${fields} } },\n  }` : '';
  return {
    imports: `import { ${name} } from '@modelcontextprotocol/client';`,
    transport: `new ${name}(new URL(${jsText(url)})${options})`,
  };
}
