// node stdioServer.mjs <name> legacy|modern: echoes, floods its client, or ends.
import { fromJsonSchema } from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { makeEchoServer } from './echoServer.mjs';

const [name = 'stdio', era] = process.argv.slice(2);
const inputSchema = fromJsonSchema({ type: 'object' });
const floodSize = 3_000;

function flood() {
  for (let number = 0; number < floodSize; number++)
    process.stdout.write(
      `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"line ${number}"}}\n`,
    );
  return { content: [{ type: /** @type {const} */ ('text'), text: `${name}: flooded` }] };
}

function make() {
  const server = makeEchoServer(name);
  server.registerTool('flood', { description: 'Says very much', inputSchema }, flood);
  server.registerTool('crash', { description: 'Ends the server', inputSchema }, () => process.exit(3));
  return server;
}

if (era === 'legacy') await make().connect(new StdioServerTransport());
else serveStdio(make);
