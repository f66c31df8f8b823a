import { Fault } from '../../../base/fault.ts';
import { pyText, pyValue } from './quote.ts';
import type { SnippetCall, SnippetServer } from './snippet.ts';
import type { Piece } from './template.ts';

export function pythonSnippet(call: SnippetCall, server: SnippetServer): string {
  const { imports, open, streams } = transportOf(server);
  return `# /// script
# dependencies = ["mcp"]
# ///
# uv run call.py, or: pip install mcp && python call.py
import asyncio
import os

from mcp import ClientSession${server.kind === 'stdio' ? ', StdioServerParameters' : ''}
${imports}


async def main():
    async with ${open} as (${streams}):
        async with ClientSession(read, write) as session:
            await session.initialize()
            result = await session.call_tool(
                ${JSON.stringify(call.tool)},
                ${pyValue(call.args, '                ')},
            )
            print(result.model_dump_json(indent=2, exclude_none=True))


asyncio.run(main())
`;
}

interface PythonTransport {
  readonly imports: string;
  readonly open: string;
  readonly streams: string;
}

function transportOf(server: SnippetServer): PythonTransport {
  if (server.kind === 'stdio') {
    const { command, args, env, cwd } = server;
    const lines = [
      `command=${pyText(command)},`,
      `args=[${args.map(pyText).join(', ')}],`,
      ...(env.length > 0 ? [`env={"PATH": os.environ["PATH"], ${pairs(env)}},`] : []),
      ...(cwd ? [`cwd=${pyText(cwd)},`] : []),
    ];
    const parameters = lines.map((line) => `            ${line}\n`).join('');
    return {
      imports: 'from mcp.client.stdio import stdio_client',
      open: `stdio_client(\n        StdioServerParameters(\n${parameters}        )\n    )`,
      streams: 'read, write',
    };
  }
  if (server.kind === 'ws') throw new Fault('call/no-snippet', 'The Python SDK has no client for a WebSocket server');
  const headers = server.headers.length > 0 ? `, headers={${pairs(server.headers)}}` : '';
  const isSse = server.kind === 'sse';
  const name = isSse ? 'sse_client' : 'streamablehttp_client';
  return {
    imports: `from mcp.client.${isSse ? 'sse' : 'streamable_http'} import ${name}`,
    open: `${name}(${pyText(server.url)}${headers})`,
    streams: isSse ? 'read, write' : 'read, write, _',
  };
}

function pairs(entries: readonly (readonly [string, readonly Piece[]])[]): string {
  return entries.map(([name, value]) => `${JSON.stringify(name)}: ${pyText(value)}`).join(', ');
}
