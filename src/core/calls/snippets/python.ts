import { noSnippet } from '../../../base/faults/callFaults.ts';
import { pyText, pyValue } from './quote.ts';
import type { SnippetCall, SnippetServer } from './snippetCall.ts';
import type { Piece } from './template.ts';

/** With the official SDK from version 2 on, whose client detects the era. */
export function pythonSnippet(call: SnippetCall, server: SnippetServer): string {
  const { imports, target } = targetOf(server);
  return `# /// script
# dependencies = ["mcp>=2"]
# ///
# uv run call.py, or: pip install "mcp>=2" && python call.py
import asyncio
import os

${imports}


async def main():
    async with Client(${target}) as client:
        result = await client.call_tool(
            ${JSON.stringify(call.tool)},
            ${pyValue(call.args, '            ')},
        )
        print(result.model_dump_json(indent=2, by_alias=True, exclude_none=True))


asyncio.run(main())
`;
}

interface PythonTarget {
  readonly imports: string;
  readonly target: string;
}

function targetOf(server: SnippetServer): PythonTarget {
  if (server.kind === 'stdio') {
    const { command, args, env, cwd } = server;
    const lines = [
      `command=${pyText(command)},`,
      `args=[${args.map(pyText).join(', ')}],`,
      ...(env.length > 0 ? [`env={"PATH": os.environ["PATH"], ${pairs(env)}},`] : []),
      ...(cwd ? [`cwd=${pyText(cwd)},`] : []),
    ];
    const parameters = lines.map((line) => `        ${line}\n`).join('');
    return {
      imports: 'from mcp import Client, StdioServerParameters',
      target: `StdioServerParameters(\n${parameters}    )`,
    };
  }
  if (server.kind === 'ws') throw noSnippet('pythonWebSocket');
  return server.kind === 'sse' ? sseTarget(server) : httpTarget(server);
}

type RemoteServer = Extract<SnippetServer, { readonly url: unknown }>;

function sseTarget({ url, headers }: RemoteServer): PythonTarget {
  const given = headers.length > 0 ? `, headers={${pairs(headers)}}` : '';
  return {
    imports: 'from mcp import Client\nfrom mcp.client.sse import sse_client',
    target: `sse_client(${pyText(url)}${given})`,
  };
}

function httpTarget({ url, headers }: RemoteServer): PythonTarget {
  if (headers.length === 0) return { imports: 'from mcp import Client', target: pyText(url) };
  return {
    imports:
      'from mcp import Client\nfrom mcp.client.streamable_http import create_mcp_http_client, streamable_http_client',
    target: `streamable_http_client(
        ${pyText(url)},
        http_client=create_mcp_http_client(headers={${pairs(headers)}}),
    )`,
  };
}

function pairs(entries: readonly (readonly [string, readonly Piece[]])[]): string {
  return entries.map(([name, value]) => `${JSON.stringify(name)}: ${pyText(value)}`).join(', ');
}
