/*
 * What "Create Tool Manifest" writes: a manifest, and the service behind it.
 * Both together work as they are, so that a user starts from something that runs.
 */

interface ManifestExample {
  readonly manifestName: string;
  readonly manifest: string;
  readonly serviceName: string;
  readonly service: string;
}

export function manifestExample(id = 'hello'): ManifestExample {
  return {
    manifestName: `${id}.json`,
    manifest: manifestTemplate(id),
    serviceName: `${id}-service.mjs`,
    service: serviceTemplate(id),
  };
}

export function manifestTemplate(id: string): string {
  const tool = `${id.replaceAll(/[^A-Za-z0-9]+/g, '_')}_greet`;
  const manifest = {
    id,
    version: '1.0.0',
    name: 'Hello',
    description: 'An example: one tool and the method that carries it out',
    tools: [
      {
        name: tool,
        description: 'Greets somebody by name. Use it to try out the connection to the local service.',
        inputSchema: {
          type: 'object',
          properties: { name: { type: 'string', minLength: 1, description: 'Who is greeted' } },
          required: ['name'],
          additionalProperties: false,
        },
        outputSchema: { type: 'object', properties: { greeting: { type: 'string' } }, required: ['greeting'] },
        annotations: { readOnlyHint: true, idempotentHint: true, destructiveHint: false, openWorldHint: false },
      },
    ],
    implementation: { type: 'internal', methods: { [tool]: `${id}.greet` } },
  };
  return JSON.stringify(manifest, null, 2) + '\n';
}

/** Plain JavaScript for any Node, with nothing to install. */
function serviceTemplate(id: string): string {
  return `// Carries out the tools of ${id}.json. Start it with: node ${id}-service.mjs [SOCKET]
import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

const windows = process.platform === 'win32';
const folder = path.join(os.homedir(), '.tairseach');
const usual = windows ? \`\\\\\\\\.\\\\pipe\\\\tairseach-\${os.userInfo().username}\` : path.join(folder, 'tairseach.sock');
const socketPath = process.argv[2] ?? usual;

const methods = {
  ${JSON.stringify(`${id}.greet`)}: ({ name }) => ({ greeting: \`Hello, \${name}!\` }),
};

async function answer({ id, method, params }) {
  const run = methods[method];
  if (!run) return { jsonrpc: '2.0', id, error: { code: -32601, message: \`Method not found: \${method}\` } };
  try {
    return { jsonrpc: '2.0', id, result: await run(params ?? {}) };
  } catch (error) {
    return { jsonrpc: '2.0', id, error: { code: 1, message: error.message } };
  }
}

const server = createServer((socket) => {
  socket.on('error', () => {});
  createInterface({ input: socket }).on('line', async (line) => {
    const request = JSON.parse(line);
    if (request.id !== undefined) socket.write(JSON.stringify(await answer(request)) + '\\n');
  });
});

if (socketPath === usual && !windows) mkdirSync(folder, { recursive: true, mode: 0o700 });
if (!windows) rmSync(socketPath, { force: true });
process.umask(0o177); // nobody but you may connect
server.listen(socketPath, () => {
  if (!windows) chmodSync(socketPath, 0o600);
  console.log(\`Listening on \${socketPath}\`);
});
`;
}
