// The peer of "first tool list": the SDK alone, client and server in one fresh Node, from import to list.
import { performance } from 'node:perf_hooks';

const start = performance.now();
const [{ Client, InMemoryTransport }, { McpServer }] = await Promise.all([
  import('@modelcontextprotocol/client'),
  import('@modelcontextprotocol/server'),
]);
const server = new McpServer({ name: 'bare', version: '1.0.0' });
server.registerTool('hello', { description: 'Says hello' }, () => ({ content: [{ type: 'text', text: 'hello' }] }));
const client = new Client({ name: 'bench', version: '1.0.0' });
const [near, far] = InMemoryTransport.createLinkedPair();
await Promise.all([server.connect(far), client.connect(near)]);
await client.listTools();
process.stdout.write(String(performance.now() - start));
process.exit(0);
