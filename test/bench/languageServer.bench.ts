import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { ensureVscodeServer } from '../../scripts/lib/vscodeServerPackage.mjs';
import { distDir } from '../../scripts/lib/paths.mjs';
import { failureRow } from '../../src/core/diagnosis/lastFailures.ts';
import { Store } from '../../src/core/store/store.ts';
import { userStoreFile } from '../../src/core/store/storeFile.ts';
import { schemaOf } from '../../src/lsp/document/schema.ts';
import { languageServerEnv, languageServerFlags } from '../../src/core/process/languageServerProcess.ts';
import { LspClient } from '../support/lspClient.ts';
import { median } from './support/interval.ts';
import { type Bench, type Row, type RowSpec, inTurns, row } from './support/row.ts';

const peerName = "VS Code's own JSON language server on the same file";
interface Side {
  readonly args: readonly string[];
  readonly options: unknown;
  /** Ours publishes at once. The peer waits before it publishes, so it is asked, which it answers at once. */
  readonly isAsked: boolean;
  readonly env: NodeJS.ProcessEnv;
}

/** As an editor without a window of ours has it, where a server has failed: what is remembered of that is read too. */
function ours(folder: string): Side {
  const args = [...languageServerFlags, join(distDir, 'lsp.js'), '--stdio'];
  const env = { ...process.env, ...languageServerEnv, XDG_STATE_HOME: join(folder, 'state') };
  const store = new Store(userStoreFile(env, folder), { now: () => Date.now(), tell: () => {} });
  const failed = { name: 'a', file: join(folder, 'other/.mcp.json'), entryHash: 'x', at: Date.now() };
  store.put([{ ...failureRow(failed.file, failed.name), value: failed }]);
  store.dispose();
  return { args, options: {}, isAsked: false, env };
}

/** What is left of a start without all that ours and the peer load. */
const least: Side = {
  args: [join(import.meta.dirname, 'bareLanguageServer.mjs')],
  options: {},
  isAsked: false,
  env: process.env,
};

async function peer(): Promise<Side> {
  const { serverMain } = await ensureVscodeServer();
  const main = join(dirname(serverMain), '../extensions/json-language-features/server/dist/node/jsonServerMain.js');
  return {
    args: [main, '--stdio'],
    options: { provideFormatter: false, handledSchemaProtocols: ['file'] },
    isAsked: true,
    env: process.env,
  };
}

function manyServers(count: number): string {
  const servers = Array.from({ length: count }, (_, at) => [
    `server-${at}`,
    {
      type: 'stdio',
      command: at % 3 === 0 ? 'node' : 'npx',
      args: ['-y', `@example/server-${at}@1.${at}.0`, '${workspaceFolder}/data', '--level', String(at)],
      env: { REGION: 'eu', TOKEN: `\${input:token-${at % 10}}` },
    },
  ]);
  const inputs = Array.from({ length: 10 }, (_, at) => ({
    type: 'promptString',
    id: `token-${at}`,
    description: 'x',
    password: true,
  }));
  return JSON.stringify({ inputs, servers: Object.fromEntries(servers) }, undefined, 2);
}

/** A mistake that both find, so that both have something to report. */
const first = '{\n  "servers": {\n    "a": { "command": "node", "args": ["x.js"] },,\n  }\n}\n';

/** The peer checks the same file against the schema of its kind. */
const schema = schemaOf('user');

async function started({ args, options, isAsked, env }: Side, folder: string): Promise<LspClient> {
  const client = new LspClient(args, { cwd: folder, env });
  await client.start(folder, options, isAsked ? { textDocument: { diagnostic: { dynamicRegistration: false } } } : {});
  if (isAsked)
    client.notify('json/schemaAssociations', [{ fileMatch: ['**/mcp.json'], uri: 'file:///schema.json', schema }]);
  return client;
}

/** The diagnostics of this version of the file. */
async function diagnosticsAfter(client: LspClient, { isAsked }: Side, uri: string, change: () => void): Promise<void> {
  const pushed = isAsked ? undefined : client.diagnostics((published) => published.uri === uri);
  change();
  await (pushed ?? client.request('textDocument/diagnostic', { textDocument: { uri } }));
}

async function startToFirst(side: Side, folder: string): Promise<number> {
  const begun = performance.now();
  const client = await started(side, folder);
  const uri = pathToFileURL(join(folder, '.vscode/mcp.json')).href;
  await diagnosticsAfter(client, side, uri, () => client.open(uri, first));
  const took = performance.now() - begun;
  client.child.kill();
  return took;
}

async function startToEnd(): Promise<number> {
  const begun = performance.now();
  const child = spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' });
  await once(child, 'exit');
  return performance.now() - begun;
}

/** Beside the start of the peer: one of ours, or a floor. */
async function starts(
  theirs: Side,
  folder: string,
  spec: Pick<RowSpec, 'name' | 'limit'>,
  start: () => Promise<number>,
): Promise<Row> {
  await start();
  const { ours, peer } = await inTurns(15, start, () => startToFirst(theirs, folder));
  return row({ ...spec, unit: 'ms', peerName }, ours, peer);
}

interface Typing {
  readonly keystrokesMs: readonly number[];
  /** The most after any letter. */
  readonly typingMegabytes: number;
  readonly restMegabytes: number;
}

const keystrokes = 40;
/** Long enough for either to put away what it no longer needs. */
const restMs = 4_000;

/** Types into the middle of the file, and waits for the diagnostics after each character. */
async function typing(side: Side, folder: string): Promise<Typing> {
  const client = await started(side, folder);
  const uri = pathToFileURL(join(folder, '.vscode/mcp.json')).href;
  const text = manyServers(500);
  await diagnosticsAfter(client, side, uri, () => client.open(uri, text));
  const line = text.split('\n').findIndex((each) => each.includes('"server-250"')) + 2;
  const start = { line, character: text.split('\n')[line]?.indexOf('n') ?? 0 };
  const keystrokesMs: number[] = [];
  let typingMegabytes = 0;
  for (let at = 0; at < keystrokes; at++) {
    const begun = performance.now();
    const version = at + 2;
    const contentChanges = [{ range: { start, end: start }, text: 'x' }];
    await diagnosticsAfter(client, side, uri, () =>
      client.notify('textDocument/didChange', { textDocument: { uri, version }, contentChanges }),
    );
    keystrokesMs.push(performance.now() - begun);
    typingMegabytes = Math.max(typingMegabytes, residentMegabytes(client.child.pid ?? 0));
  }
  await delay(restMs);
  const restMegabytes = residentMegabytes(client.child.pid ?? 0);
  client.child.kill();
  return { keystrokesMs, typingMegabytes, restMegabytes };
}

/** All that is in memory for it, with the pages of Node itself, which every process that runs the same Node shares. */
function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
}

async function measure(folder: string): Promise<readonly Row[]> {
  const [mine, theirs] = [ours(folder), await peer()];
  await startToFirst(theirs, folder);
  const name = 'language server: start to first diagnostics';
  const limit = { ratio: 1.5, ours: 300 };
  const begun = [
    await starts(theirs, folder, { name, limit }, () => startToFirst(mine, folder)),
    await starts(theirs, folder, { name: '(a language server that loads nothing)', limit: undefined }, () =>
      startToFirst(least, folder),
    ),
    await starts(theirs, folder, { name: '(node -e 0, start to end)', limit: undefined }, startToEnd),
  ];
  const typed = { ours: [] as Typing[], peer: [] as Typing[] };
  for (let at = 0; at < 3; at++) {
    typed.ours.push(await typing(mine, folder));
    typed.peer.push(await typing(theirs, folder));
  }
  const ms = (all: readonly Typing[]): number[] => all.map(({ keystrokesMs }) => median(keystrokesMs.slice(5)));
  const rest = (all: readonly Typing[]): number[] => all.map(({ restMegabytes }) => restMegabytes);
  const most = (all: readonly Typing[]): number[] => all.map(({ typingMegabytes }) => typingMegabytes);
  return [
    ...begun,
    row(
      { name: 'language server: keystroke, 500 servers', unit: 'ms', peerName, limit: { ratio: 10, ours: 30 } },
      ms(typed.ours),
      ms(typed.peer),
    ),
    row(
      { name: 'language server: RSS at rest, 500 servers', unit: 'MB', peerName, limit: { ratio: 1, ours: 60 } },
      rest(typed.ours),
      rest(typed.peer),
    ),
    row(
      { name: 'language server: RSS while typing, 500 servers', unit: 'MB', peerName, limit: { ratio: 1, ours: 60 } },
      most(typed.ours),
      most(typed.peer),
    ),
  ];
}

export const languageServer: Bench = {
  name: 'language server',
  inVscode: false,
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'switchboard-lsp-bench-'));
    try {
      return await measure(folder);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
