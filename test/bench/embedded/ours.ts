// The embedded server with three tools to measure: node ours.ts stdio|http
import process from 'node:process';
import { silentLog } from '../../../src/base/log.ts';
import { keepForProtocol } from '../../../src/cli/support/stdio.ts';
import { LoopbackServer } from '../../../src/core/mcpServer/serving/http/serveLoopback.ts';
import { profileNamed } from '../../../src/core/mcpServer/profile.ts';
import { createEmbeddedServer } from '../../../src/core/embedded/server.ts';
import { serveStream } from '../../../src/core/mcpServer/serving/serveStream.ts';
import { type ServerTool, type JsonSchema, type RunTool, textOutcome } from '../../../src/core/mcpServer/tool.ts';

function tool(name: string, run: RunTool, inputSchema: JsonSchema): ServerTool {
  return { name, description: `${name} for the bench`, inputSchema, profiles: [], load: async () => run };
}

const text: JsonSchema = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] };
const size: JsonSchema = { type: 'object', properties: { megabytes: { type: 'integer' } }, required: ['megabytes'] };

const server = createEmbeddedServer({
  profile: profileNamed('all', '0.0.0'),
  parts: {
    tools: [
      tool('echo', async (args) => textOutcome(String(args['text'])), text),
      tool('big', async (args) => textOutcome('x'.repeat(Number(args['megabytes']) * 1024 * 1024)), size),
      tool('memory', async () => textOutcome(String(heapBytes())), { type: 'object' }),
    ],
    toolSources: [],
    resources: [],
    prompts: [],
  },
  host: {
    log: silentLog,
    folders: () => [],
    trusted: () => true,
    env: {},
    homeDir: '/nowhere',
    setting: () => undefined,
    listServers: () => [],
  },
});

/** What is really in use: run with --expose-gc. */
function heapBytes(): number {
  for (let round = 0; round < 3; round++) globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

if (process.argv[2] === 'http') {
  console.log(JSON.stringify(await new LoopbackServer(server).start()));
} else {
  await serveStream(server, process.stdin, keepForProtocol(process.stdout)).closed;
}
