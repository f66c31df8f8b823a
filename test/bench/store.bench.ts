import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { repoRoot } from '../../scripts/lib/paths.mjs';
import { type StorePort, type StoreRow, systemClock } from '../../src/core/ports/ports.ts';
import { Store } from '../../src/core/store/store.ts';
import { Approvals } from '../../src/core/trust/approval/approvals.ts';
import { openPolicy } from '../../src/core/trust/policy.ts';
import { createFakePorts } from '../support/fakePorts.ts';
import { FakeStore } from '../support/fakeStore.ts';
import { openCore } from '../support/openCore.ts';
import { FakeWorkspace, entryOf } from '../unit/config/support.ts';
import { type Bench, type Row, inTurns, row } from './support/row.ts';

const megabytes = 37;
const execute = promisify(execFile);

function openStore(state: string): Store {
  const file = path.join(state, 'mcp-switchboard', 'switchboard.db');
  return new Store(file, {
    now: Date.now,
    tell: (fault) => {
      throw fault;
    },
  });
}

/** A state folder with this much of definitions and pins of servers that were seen once. */
function filledState(root: string, size: number): string {
  const state = path.join(root, `state-${size}`);
  const store = openStore(state);
  const definitions = Array.from({ length: size * 4 }, (_, at): StoreRow => ({
    kind: 'definitions',
    scope: 'user',
    key: `seen-${at}`,
    value: ['x'.repeat(200_000)],
  }));
  for (const definition of definitions) store.put([definition]);
  const pins = Array.from({ length: size * 500 }, (_, at): StoreRow => ({
    kind: 'pin',
    scope: 'big',
    key: `tool-${at}`,
    value: 'hash',
    body: 'x'.repeat(400),
  }));
  store.put(pins);
  store.dispose();
  return state;
}

// ---- look-up ------------------------------------------------------------------------------

async function lookUps(folder: string, filled: string): Promise<Row> {
  const rounds = 2_000;
  const { source, ...rest } = entryOf({ command: 'npx', args: ['-y', 'pkg@1.0.0'], env: { KEY: 'a' } });
  const entry = { ...rest, source: { ...source, folder: { name: 'app', path: folder } } };
  const context = { executable: '/usr/bin/npx' };
  const timed = async (port: StorePort): Promise<() => Promise<number>> => {
    const workspace = new FakeWorkspace();
    const approvals = new Approvals({ store: port, workspace, clock: systemClock, policy: () => openPolicy });
    await approvals.approve(entry, context);
    return async () => {
      const begin = performance.now();
      for (let at = 0; at < rounds; at++) approvals.state(entry, context);
      return ((performance.now() - begin) * 1_000) / rounds;
    };
  };
  const store = openStore(filled);
  const { ours, peer } = await inTurns(9, await timed(store), await timed(new FakeStore()));
  store.dispose();
  const name = `look-up of an approval, beside ${megabytes} MB of others`;
  return row({ name, unit: 'µs', peerName: 'all in memory', limit: { ratio: 4, ours: 50 } }, ours, peer);
}

// ---- start --------------------------------------------------------------------------------

async function start(folder: string, state: string): Promise<number> {
  const store = openStore(state);
  const begin = performance.now();
  const core = await openCore({ ...createFakePorts(folder), store }, { keepsCalls: true });
  const ms = performance.now() - begin;
  core.dispose();
  store.dispose();
  return ms;
}

// ---- command line -------------------------------------------------------------------------

async function call(cli: string, folder: string, state: string): Promise<number> {
  const args = ['call', 'notes', 'find_notes', '--args', '{"text":"x"}', '--trust'];
  const begin = performance.now();
  await execute(process.execPath, [cli, ...args], { cwd: folder, env: { ...process.env, XDG_STATE_HOME: state } });
  return performance.now() - begin;
}

async function calls(folder: string, empty: string, filled: string): Promise<Row[]> {
  const cli = path.join(repoRoot, 'dist/cli.cjs');
  const earlier = process.env['SWITCHBOARD_EARLIER_CLI'];
  const mine = (state: string) => () => call(cli, folder, state);
  await mine(empty)();
  await mine(filled)(); // approved, and compiled code is kept
  const both = await inTurns(11, mine(filled), mine(empty));
  const spec = { unit: 'ms', limit: { ratio: 1.1 } };
  const name = `switchboard call with ${megabytes} MB remembered`;
  const rows = [row({ ...spec, name, peerName: 'with an empty store' }, both.ours, both.peer)];
  if (earlier === undefined) return rows;
  const before = (): Promise<number> => call(earlier, folder, empty);
  await before();
  const { ours, peer } = await inTurns(15, mine(empty), before);
  return [...rows, row({ ...spec, name: 'switchboard call', peerName: 'an earlier build' }, ours, peer)];
}

function workspaceIn(root: string): string {
  const folder = path.join(root, 'workspace');
  mkdirSync(path.join(folder, '.vscode'), { recursive: true });
  const script = path.join(repoRoot, 'test/fixtures/sample-workspace/servers/notes.mjs');
  const servers = { notes: { type: 'stdio', command: process.execPath, args: [script] } };
  writeFileSync(path.join(folder, '.vscode/mcp.json'), JSON.stringify({ servers }));
  return folder;
}

export const store: Bench = {
  name: 'store',
  inVscode: false,
  run: async () => {
    const root = mkdtempSync(path.join(tmpdir(), 'switchboard-bench-'));
    try {
      const folder = workspaceIn(root);
      const [empty, filled] = [filledState(root, 0), filledState(root, megabytes)];
      const lookUp = await lookUps(folder, filled);
      await start(folder, empty);
      const started = await inTurns(
        25,
        () => start(folder, filled),
        () => start(folder, empty),
      );
      const name = `start of the core with ${megabytes} MB remembered`;
      const spec = { name, unit: 'ms', peerName: 'with an empty store', limit: { ratio: 1.1 } };
      return [lookUp, row(spec, started.ours, started.peer), ...(await calls(folder, empty, filled))];
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  },
};
