import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { McpServer, createMcpHandler, fromJsonSchema } from '@modelcontextprotocol/server';
import { snippet, snippetServer } from '../../src/core/calls/snippets/snippet.ts';
import type { SnippetCall } from '../../src/core/calls/snippets/snippetCall.ts';
import type { LaunchSpec } from '../../src/core/config/model/launch.ts';
import type { SnippetKind } from '../../src/contract/calls.ts';
import { projectRoot } from '../support/sources.ts';
import { until } from '../support/until.ts';
import { httpFixture } from './serversHttpFixture.ts';
import { CliProcess, cliPath } from './support/cliProcess.ts';

/** Below the project, so that the packages that a snippet names are found. */
function scratch(): string {
  mkdirSync(join(projectRoot, 'out'), { recursive: true });
  return mkdtempSync(join(projectRoot, 'out', 'snippet-'));
}

const samplesServer = join(projectRoot, 'test/fixtures/schema-samples/server.mjs');
const args = { v: 'it\'s "quoted" $HOME `x` \\ é\nnew line', n: null, ok: true, list: [1, { a: false }] };
const stdio: LaunchSpec = {
  kind: 'stdio',
  command: process.execPath,
  args: [samplesServer],
  env: { PLAIN: 'a b', API_TOKEN: 'written-in-the-file', ASKED: '${input:my-key}' },
};

function write(kind: SnippetKind, launch: LaunchSpec, more: Partial<SnippetCall> = {}): string {
  return snippet(kind, {
    serverId: 'samples',
    server: snippetServer(launch, projectRoot),
    era: 'legacy',
    protocolVersion: undefined,
    tool: 'anything',
    inputSchema: {},
    args,
    cli: `${process.execPath} ${cliPath}`,
    configFile: undefined,
    ...more,
  });
}

interface Ran {
  readonly stdout: string;
  readonly stderr: string;
}

/** Our command line needs a Node that is newer than the one which some systems have. */
const searchPath = [dirname(process.execPath), process.env['PATH']].join(delimiter);

function run(command: string, given: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}): Ran {
  const { status, stdout, stderr } = spawnSync(command, given, {
    cwd,
    env: { ...process.env, PATH: searchPath, API_TOKEN: 't', MY_KEY: 'k', ...env },
    encoding: 'utf8',
    timeout: 60_000,
  });
  assert.equal(status, 0, `${stdout}\n${stderr}`);
  return { stdout, stderr };
}

function inScratch(work: (folder: string) => void | Promise<void>): () => Promise<void> {
  return async () => {
    const folder = scratch();
    try {
      await work(folder);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };
}

function answerIn(stdout: string): unknown {
  const { content } = JSON.parse(stdout) as { content: { text: string }[] };
  return JSON.parse(content[0]?.text ?? '');
}

test('no snippet holds a secret: it comes from the environment', () => {
  for (const kind of ['typescript', 'python'] as const) {
    const text = write(kind, stdio);
    assert.doesNotMatch(text, /written-in-the-file/);
    assert.match(text, /API_TOKEN/);
    assert.match(text, /MY_KEY/);
  }
});

test(
  'the TypeScript snippet runs as it is pasted',
  inScratch((folder) => {
    writeFileSync(join(folder, 'call.ts'), write('typescript', stdio));
    const { stdout } = run(process.execPath, ['call.ts'], folder);
    assert.deepEqual(answerIn(stdout), args);
  }),
);

test(
  'the command line runs as it is pasted, in any folder and without a Node on the PATH',
  inScratch((folder) => {
    mkdirSync(join(folder, '.vscode'));
    const servers = { samples: { command: process.execPath, args: [samplesServer] } };
    writeFileSync(join(folder, '.vscode/mcp.json'), JSON.stringify({ servers }));
    const configFile = join(folder, '.vscode/mcp.json');
    const { stdout } = run('sh', ['-c', write('cli', stdio, { configFile })], '/', { PATH: '/usr/bin:/bin' });
    assert.deepEqual(JSON.parse(stdout), args);
  }),
);

const python = spawnSync('python3', ['-c', 'from mcp import Client']).status === 0;
const anyPython = spawnSync('python3', ['--version']).status === 0;

const asking = { ...stdio, args: [join(projectRoot, 'test/fixtures/client-requests/server.mjs')] };

test(
  'the Python snippet is valid',
  { skip: anyPython ? false : 'there is no python3' },
  inScratch((folder) => {
    writeFileSync(join(folder, 'call.py'), write('python', asking, { tool: 'echo' }));
    run('python3', ['-m', 'py_compile', 'call.py'], folder);
  }),
);

test(
  'the Python snippet runs as it is pasted',
  { skip: python ? false : 'there is no mcp package for python3' },
  inScratch((folder) => {
    writeFileSync(join(folder, 'call.py'), write('python', asking, { tool: 'echo' }));
    assert.deepEqual(answerIn(run('python3', ['call.py'], folder).stdout), args);
  }),
);

test(
  'the Python snippet reaches a server over HTTP with its headers',
  { skip: python ? false : 'there is no mcp package for python3' },
  inScratch(async (folder) => {
    await withHttpServer((launch, token) => {
      const text = write('python', launch, { tool: 'switchboard_servers', args: {} });
      writeFileSync(join(folder, 'call.py'), text);
      assert.match(run('python3', ['call.py'], folder, { TOKEN: token }).stdout, /servers/);
    });
  }),
);

/** Our own server, which needs a token; the launch names it as a variable. */
async function withHttpServer(work: (launch: LaunchSpec, token: string) => void): Promise<void> {
  const server = new CliProcess(['serve', '--transport', 'http']);
  try {
    await until(() => server.lines().length > 0, 'where it listens');
    const { url, token } = JSON.parse(server.lines()[0] ?? '') as { url: string; token: string };
    work({ kind: 'http', url, headers: { Authorization: 'Bearer ${input:token}' } }, token);
  } finally {
    server.child.kill();
    await server.ended.catch(() => {});
  }
}

const curl = spawnSync('curl', ['--version']).status === 0;

for (const era of ['modern', 'legacy'] as const) {
  test(
    `${era}: the curl snippet runs as it is pasted`,
    { skip: curl ? false : 'there is no curl' },
    inScratch(async (folder) => {
      await withHttpServer((launch, token) => {
        const text = write('curl', launch, { era, tool: 'switchboard_servers', args: {} });
        assert.doesNotMatch(text, new RegExp(token));
        assert.match(run('sh', ['-c', text], folder, { TOKEN: token }).stdout, /"result"/);
      });
    }),
  );
}

/** Not blocking: the server is in this process. */
async function shell(text: string, cwd: string): Promise<string> {
  return (await promisify(execFile)('sh', ['-c', text], { cwd, timeout: 60_000 })).stdout;
}

/** The answer comes as JSON, or as the data of an event. */
function echoedIn(stdout: string): unknown {
  const { result } = JSON.parse(/^(?:data: )?(\{.*"result".*\})$/m.exec(stdout)?.[1] ?? '{}') as { result?: unknown };
  return answerIn(JSON.stringify(result ?? stdout));
}

async function markedServer(): Promise<{ readonly url: string } & AsyncDisposable> {
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: 'marked', version: '1.0.0' }, { capabilities: { tools: {} } });
    server.registerTool('marked', { inputSchema: fromJsonSchema(marked) }, (given) => ({
      content: [{ type: 'text', text: JSON.stringify(given) }],
    }));
    return server;
  });
  const serve = toNodeHandler(handler);
  const http = createServer((request, response) => void serve(request as never, response));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    [Symbol.asyncDispose]: async () => {
      http.close();
      await handler.close();
    },
  };
}

const marked = {
  type: 'object',
  properties: {
    region: { type: 'string', 'x-mcp-header': 'Region' },
    place: { type: 'object', properties: { floor: { type: 'integer', 'x-mcp-header': 'Floor' } } },
    dry: { type: 'boolean', 'x-mcp-header': 'Dry' },
    absent: { type: 'string', 'x-mcp-header': 'Absent' },
  },
} as const;

test(
  'modern: the curl snippet carries the arguments that the server wants as headers, and is refused without them',
  { skip: curl ? false : 'there is no curl' },
  inScratch(async (folder) => {
    const given = { region: 'Malmö ', place: { floor: -3 }, dry: false };
    await using server = await markedServer();
    const launch: LaunchSpec = { kind: 'http', url: server.url, headers: {} };
    const call = (inputSchema: unknown): Promise<string> =>
      shell(write('curl', launch, { era: 'modern', tool: 'marked', args: given, inputSchema }), folder);
    assert.deepEqual(echoedIn(await call(marked)), given);
    assert.match(await call({}), /-32020/);
  }),
);

for (const era of ['modern', 'legacy'] as const) {
  test(
    `${era}: the curl snippet calls a server of the SDK, also on a local socket`,
    { skip: curl && process.platform !== 'win32' ? false : 'there is no curl with sockets' },
    inScratch(async (folder) => {
      for (const socket of [undefined, join(folder, 's')]) {
        await using server = await httpFixture(era, undefined, socket);
        const text = write('curl', { kind: 'http', url: server.url, headers: {} }, { era, tool: 'echo' });
        assert.deepEqual(echoedIn(await shell(text, folder)), args);
      }
    }),
  );
}

test('curl says that it cannot call a server on stdio', () => {
  assert.throws(() => write('curl', stdio), /HTTP servers only/);
});
