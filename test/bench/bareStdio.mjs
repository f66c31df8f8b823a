// The peer of "switchboard list": a bare client of the SDK in a fresh Node, from the start of the process to the list.
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const [command = '', ...args] = process.argv.slice(2);
const client = new Client({ name: 'bare', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
await client.connect(new StdioClientTransport({ command, args, env: process.env, stderr: 'ignore' }));
const { tools } = await client.listTools();
process.stdout.write(`${tools.length}\n`);
await client.close();
