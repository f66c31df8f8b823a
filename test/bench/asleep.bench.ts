// What a window pays for the extension while nobody uses it, and what the first click on its view costs.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { outDir, vsixPath } from '../../scripts/lib/paths.mjs';
import { type TestWorkbench, withTestWorkbench, workbenchVariable } from '../../scripts/lib/testWorkbench.mjs';
import { extensionId, isActive, readLog } from '../e2e/support/extension.ts';
import { until } from '../e2e/support/until.ts';
import { type Window, type WindowOptions, withWindow } from '../e2e/support/window.ts';
import { type Look, lookAt } from './asleep/look.ts';
import { packBareEntry, packHello } from './asleep/peers.ts';
import { type Phases, phasesOf } from './asleep/phases.ts';
import { activationMs, activationTable, helloId } from './support/activationTimes.ts';
import { type Drawn, containerButton, draw } from './support/draw.ts';
import { median } from './support/interval.ts';
import { type Bench, type Row, row } from './support/row.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 4);
/** Before the app was split and put to sleep, all in all. */
const clickBeforeMs = 863;
/** Promised: processor time in our code beyond that of hello-world, where nobody uses it. */
const mostMs = 10;

function withServers(count: number): (folder: string) => void {
  const entry = { command: 'node', args: ['${workspaceFolder}/servers/many.mjs'] };
  const servers = Object.fromEntries(Array.from({ length: count }, (_, at) => [`many-${at}`, entry]));
  return (folder) => {
    mkdirSync(join(folder, '.vscode'), { recursive: true });
    writeFileSync(join(folder, '.vscode/mcp.json'), JSON.stringify({ servers }));
  };
}

const kinds = {
  'an empty folder': undefined,
  'a folder with mcp.json': withServers(3),
  '50 servers': withServers(50),
} as const;
type Kind = keyof typeof kinds;

interface Sample {
  readonly look: Look;
  /** By VS Code's own account, of a window in which it was active. */
  readonly activation?: { readonly ours: number; readonly hello: number };
  /** Of the window with 50 servers. */
  readonly click?: Drawn & { readonly phases?: Phases };
}

interface Side {
  readonly workbench: TestWorkbench;
  /** None where nothing is to be clicked. */
  readonly container: 'MCP Switchboard' | 'Plain Tree' | undefined;
}

/** Ten seconds of nothing, then the click. */
async function watch({ driver, page }: Window, kind: Kind, side: Side, probes: string): Promise<Sample> {
  const look = await lookAt(driver.pid, probes);
  const isOurs = side.container === 'MCP Switchboard';
  if (isOurs && readLog(driver) !== '') throw new Error(`${kind}: the app was loaded although nobody used it`);
  const wasActive = isOurs && (await isActive(driver));
  const click =
    kind === '50 servers' && side.container
      ? await draw(page, { click: containerButton(side.container), rows: 'many-', count: 5 })
      : undefined;
  const phases = click && isOurs ? await until(() => phasesOf(readLog(driver), click), 'the phases') : undefined;
  const table = wasActive ? await activationTable(driver, [extensionId, helloId]) : '';
  return {
    look,
    ...(wasActive && { activation: { ours: activationMs(table, extensionId), hello: activationMs(table, helloId) } }),
    ...(click && { click: { ...click, ...(phases && { phases }) } }),
  };
}

async function sample(kind: Kind, side: Side, empty: string, probes: string): Promise<Sample> {
  process.env[workbenchVariable] = JSON.stringify(side.workbench);
  const arrange = kinds[kind];
  const options: WindowOptions = { workspace: empty, ...(arrange && { arrange }) };
  return withWindow(`bench: ${kind}`, options, (window) => watch(window, kind, side, probes));
}

interface Pair {
  readonly ours: Sample;
  readonly peer: Sample;
}

function rowsOf(kind: Kind, pairs: readonly Pair[]): Row[] {
  const of = (side: keyof Pair, key: keyof Look): number[] => pairs.map((pair) => pair[side].look[key]);
  const without = { peerName: 'the same without the extension', limit: undefined };
  const promised = (promise: number): number[] => pairs.map(() => promise);
  const promise = { peerName: 'the promise', limit: { ratio: 1 } };
  const beyond = pairs.map(({ ours: { look } }) => look.oursMs - look.helloMs);
  const active = pairs.flatMap(({ ours }) => ours.activation ?? []);
  const activation = {
    name: `activation in ${kind}`,
    unit: 'ms',
    peerName: 'a hello-world extension, woken by the same file',
  };
  return [
    row(
      { ...without, name: `extension host's first 10 s in ${kind}`, unit: 'ms' },
      of('ours', 'cpuMs'),
      of('peer', 'cpuMs'),
    ),
    row(
      { ...promise, name: `of it in our code, more than in hello-world's, in ${kind}`, unit: 'ms' },
      beyond,
      promised(mostMs),
    ),
    ...(active.length === 0 ? [] : codeRows(kind, pairs)),
    row(
      { ...promise, name: `loaded of ours in ${kind}`, unit: 'KB' },
      of('ours', 'bytes').map((bytes) => bytes / 1024),
      promised(100),
    ),
    row(
      { ...without, name: `memory of the extension host in ${kind}`, unit: 'MB' },
      of('ours', 'megabytes'),
      of('peer', 'megabytes'),
    ),
    ...(active.length === 0
      ? []
      : [
          row(
            { ...activation, limit: { ratio: Number.POSITIVE_INFINITY, ours: 30 } },
            active.map(({ ours }) => ours),
            active.map(({ hello }) => hello),
          ),
        ]),
  ];
}

function inCode(name: string, samples: readonly number[]): Row {
  const spec = {
    name: `(${name})`,
    unit: 'ms',
    peerName: 'what is promised of ours, less hello-world',
    limit: undefined,
  };
  return row(
    spec,
    samples,
    samples.map(() => mostMs),
  );
}

/** What the promise is judged by: both sides of the difference, and ours by the clock, however busy the window is. */
function codeRows(kind: Kind, pairs: readonly Pair[]): Row[] {
  const of = (key: keyof Look): number[] => pairs.map(({ ours }) => ours.look[key]);
  return [
    inCode(`of it in our code, in ${kind}`, of('oursMs')),
    inCode(`of it in hello-world's code, in ${kind}`, of('helloMs')),
    inCode(`by the clock in our code, with the time it waited for a processor, in ${kind}`, of('elapsedMs')),
  ];
}

function clickRows(pairs: readonly Pair[]): Row[] {
  const ms = (side: keyof Pair): number[] =>
    pairs.map((pair) => pair[side].click!).map(({ clickedAt, drawnAt }) => drawnAt - clickedAt);
  const [ours, plain] = [ms('ours'), ms('peer')];
  const phases = pairs.flatMap((pair) => pair.ours.click?.phases ?? []);
  for (const name of Object.keys(phases[0] ?? {}) as (keyof Phases)[])
    console.log(`  the first click: ${median(phases.map((each) => each[name])).toFixed(0)} ms ${name}`);
  const click = {
    name: 'the first click on the view to a usable tree',
    unit: 'ms',
    peerName: 'a plain tree of as many rows',
  };
  const share = {
    name: 'our share of the first click',
    unit: 'ms',
    peerName: `the share of ${clickBeforeMs} ms, as it once was`,
  };
  return [
    row({ ...click, limit: undefined }, ours, plain),
    row(
      { ...share, limit: { ratio: 0.5 } },
      ours.map((each, at) => each - plain[at]!),
      plain.map((each) => clickBeforeMs - each),
    ),
  ];
}

/** What VS Code takes for all that we declare and register, whatever our code does with it. */
async function floors(bare: Side, peers: readonly Sample[], empty: string, probes: string): Promise<Row[]> {
  const what = 'our manifest and an entry that only registers';
  const spec = { unit: 'ms', peerName: 'the same without the extension', limit: undefined };
  const looks: Look[] = [];
  for (const _ of peers) looks.push((await sample('50 servers', bare, empty, probes)).look);
  return [
    row(
      { ...spec, name: `(extension host's first 10 s in 50 servers, ${what})` },
      looks.map(({ cpuMs }) => cpuMs),
      peers.map(({ look }) => look.cpuMs),
    ),
    inCode(
      `of it in the code of ${what}`,
      looks.map(({ oursMs }) => oursMs),
    ),
  ];
}

async function measure(ours: Side, peer: Side, bare: Side, empty: string, probes: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (const kind of Object.keys(kinds) as Kind[]) {
    const pairs: Pair[] = [];
    for (let round = 0; round < rounds; round++) {
      const first = round % 2 === 0 ? await sample(kind, ours, empty, probes) : undefined;
      const other = await sample(kind, peer, empty, probes);
      pairs.push({ ours: first ?? (await sample(kind, ours, empty, probes)), peer: other });
    }
    rows.push(...rowsOf(kind, pairs));
    if (kind !== '50 servers') continue;
    const peers = pairs.map(({ peer: each }) => each);
    rows.push(...clickRows(pairs), ...(await floors(bare, peers, empty, probes)));
  }
  return rows;
}

async function run(): Promise<Row[]> {
  const home = mkdtempSync(join(tmpdir(), 'switchboard-asleep-'));
  const [empty, probes] = [join(home, 'empty'), join(home, 'probes')];
  for (const dir of [empty, probes]) mkdirSync(dir);
  const probe = join(import.meta.dirname, 'asleep/probe.cjs');
  const env = { NODE_OPTIONS: `--require ${probe}`, MCP_SWITCHBOARD_PROBE_DIR: probes };
  const plain = join(outDir, 'bench/plainTree.vsix');
  const before = process.env[workbenchVariable];
  try {
    const [hello, bare] = [await packHello(home), await packBareEntry(home)];
    return await withTestWorkbench({ vsixes: [hello, plain], env }, (without) =>
      withTestWorkbench({ vsixes: [hello, vsixPath], env }, (workbench) =>
        withTestWorkbench({ vsixes: [hello, bare], env }, (registering) =>
          measure(
            { workbench, container: 'MCP Switchboard' },
            { workbench: without, container: 'Plain Tree' },
            { workbench: registering, container: undefined },
            empty,
            probes,
          ),
        ),
      ),
    );
  } finally {
    process.env[workbenchVariable] = before;
    rmSync(home, { recursive: true, force: true });
  }
}

export const asleep: Bench = { name: 'asleep', inVscode: true, run };
