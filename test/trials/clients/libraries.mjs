// One client library in one process: connects to the server in LAUNCH, lists its tools and calls the one in CALL.
// It stands here because its packages do: they are installed by npm run trials only.
const launch = JSON.parse(process.env.LAUNCH ?? '{}');
const { tool, args } = JSON.parse(process.env.CALL ?? '{}');

/** Each returns the names of the tools and the result of the call. */
const libraries = {
  '@modelcontextprotocol/client': async () => {
    const { Client } = await import('@modelcontextprotocol/client');
    const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio');
    return official(
      new Client({ name: 'trial', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } }),
      new StdioClientTransport(launch),
    );
  },
  '@modelcontextprotocol/sdk': async () => {
    const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
    const { StdioClientTransport } = await import('@modelcontextprotocol/sdk/client/stdio.js');
    return official(new Client({ name: 'trial', version: '1.0.0' }), new StdioClientTransport(launch));
  },
  '@ai-sdk/mcp': async () => {
    const { createMCPClient } = await import('@ai-sdk/mcp');
    const { Experimental_StdioMCPTransport: Transport } = await import('@ai-sdk/mcp/mcp-stdio');
    const client = await createMCPClient({ transport: new Transport(launch) });
    const tools = await client.tools();
    const result = await tools[tool].execute(args, { toolCallId: '1', messages: [] });
    await client.close();
    return [Object.keys(tools), result];
  },
  '@langchain/mcp-adapters': async () => {
    const { MultiServerMCPClient } = await import('@langchain/mcp-adapters');
    const client = new MultiServerMCPClient({ mcpServers: { gateway: { transport: 'stdio', ...launch } } });
    const tools = await client.getTools();
    const result = await tools.find(({ name }) => name === tool).invoke(args);
    await client.close();
    return [tools.map(({ name }) => name), result];
  },
  '@openai/agents': async () => {
    const { MCPServerStdio } = await import('@openai/agents');
    const server = new MCPServerStdio(launch);
    await server.connect();
    const tools = await server.listTools();
    const result = await server.callTool(tool, args);
    await server.close();
    return [tools.map(({ name }) => name), result];
  },
  mcporter: async () => {
    const { createRuntime } = await import('mcporter');
    const { command, args: words, env } = launch;
    const definition = { name: 'gateway', command: { kind: 'stdio', command, args: words, cwd: process.cwd() }, env };
    const runtime = await createRuntime({ servers: [definition] });
    const tools = await runtime.listTools('gateway');
    const result = await runtime.callTool('gateway', tool, { args });
    await runtime.close();
    return [tools.map(({ name }) => name), result];
  },
};

async function official(client, transport) {
  await client.connect(transport);
  const { tools } = await client.listTools();
  const result = await client.callTool({ name: tool, arguments: args });
  await client.close();
  return [tools.map(({ name }) => name), result];
}

const [tools, result] = await libraries[process.argv[2]]();
process.stdout.write(`${JSON.stringify({ tools, result })}\n`, () => process.exit(0));
