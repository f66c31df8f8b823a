import type { Client } from '@modelcontextprotocol/client';
import type { Era } from '../../src/contract/inspector.ts';
import { type Started, connectAgent, scriptOf, startGateway, startProgram } from './gateway/programs.ts';
import type { Statistic } from './support/interval.ts';
import { type Bench, type Limit, type Row, row } from './support/row.ts';

type Transport = 'stdio' | 'HTTP';

const server = scriptOf('oneMs.mjs');
const startServer = (era: Era): Promise<Started> => startProgram([server, 'http', era]);
const modeOf = { legacy: 'legacy', modern: 'auto' } as const;
const eras: readonly Era[] = ['legacy', 'modern'];

async function timed(client: Client): Promise<number> {
  const begin = performance.now();
  await client.callTool({ name: 'echo', arguments: { message: 'x' } });
  return performance.now() - begin;
}

/** Of 3,000 calls thirty are slower than the p99: enough to tell it. Those of a second or two are drawn together. */
const [batches, perBatch] = [30, 100];

interface Limits {
  readonly median: Limit;
  readonly p99: Limit;
}

/** One call after the other, by turns, so that a busy machine slows both. */
async function latency(
  name: string,
  peerName: string,
  [through, straight]: readonly [Client, Client],
  limits?: Limits,
): Promise<readonly Row[]> {
  const [ours, peer]: [number[], number[]] = [[], []];
  for (let i = 0; i < 400; i++) for (const side of [through, straight]) await timed(side);
  for (let i = 0; i < batches * perBatch; i++) {
    const order = [through, straight] as const;
    for (const side of i % 2 === 0 ? order : order.toReversed())
      (side === through ? ours : peer).push(await timed(side));
  }
  const spec = { unit: 'ms', peerName };
  const statistic = (part: number): Statistic => ({ part, block: perBatch });
  return [
    row({ ...spec, name: `${name}, median`, limit: limits?.median, statistic: statistic(0.5) }, ours, peer),
    row({ ...spec, name: `${name}, p99`, limit: limits?.p99, statistic: statistic(0.99) }, ours, peer),
  ];
}

/** The programs are ended, whatever happens. */
async function between<T>(
  [agent, other]: readonly [Era, Era],
  programs: readonly Promise<Started>[],
  run: (clients: readonly [Client, Client]) => Promise<T>,
): Promise<T> {
  const started = await Promise.all(programs);
  try {
    const clients = [
      await connectAgent(started[0]!, modeOf[agent]),
      await connectAgent(started[1]!, modeOf[other]),
    ] as const;
    const result = await run(clients);
    await Promise.all(clients.map((client) => client.close()));
    return result;
  } finally {
    for (const { child } of started) child.kill();
  }
}

const limits: Limits = { median: { ratio: 1.4 }, p99: { ratio: 1.5 } };
const direct = 'the same agent and tool, directly over HTTP';

async function throughGateway(agent: Era, of: Era, transport: Transport): Promise<readonly Row[]> {
  const behind = transport === 'HTTP' ? await startServer(of) : undefined;
  const stdio = { type: 'stdio', command: process.execPath, args: [server, 'stdio', of] };
  const gateway = startGateway(behind ? { type: 'http', url: behind.url } : stdio);
  const name = `1 ms call, ${agent} agent, gateway, ${of} server over ${transport}`;
  try {
    return await between([agent, agent], [gateway, startServer(agent)], (clients) =>
      latency(name, direct, clients, limits),
    );
  } finally {
    behind?.child.kill();
  }
}

/** No limit of ours: what a second hop costs on this machine, whatever it does, and what the same call costs twice. */
async function floors(era: Era): Promise<readonly Row[]> {
  const behind = await startServer(era);
  const forwarder = startProgram([scriptOf('forwarder.mjs'), behind.url]);
  const bare = `(1 ms call, ${era}, a bare HTTP forwarder)`;
  try {
    return [
      ...(await between([era, era], [forwarder, startServer(era)], (clients) => latency(bare, direct, clients))),
      ...(await between([era, era], [startServer(era), startServer(era)], (clients) =>
        latency(`(1 ms call, ${era}, direct)`, 'the same once more', clients),
      )),
    ];
  } finally {
    behind.child.kill();
  }
}

/** Where agent and server are of different eras, the server's own answer takes another time than that of its peer. */
function otherEra(): Promise<readonly Row[]> {
  const name = '(1 ms call, modern, direct, beside legacy)';
  const programs = [startServer('modern'), startServer('legacy')];
  return between(['modern', 'legacy'], programs, (clients) => latency(name, 'a legacy agent and server', clients));
}

export const gatewayEras: Bench = {
  name: 'gateway eras',
  inVscode: false,
  run: async () => {
    const rows: Row[] = [];
    for (const agent of eras)
      for (const of of eras)
        for (const transport of ['stdio', 'HTTP'] as const) rows.push(...(await throughGateway(agent, of, transport)));
    for (const era of eras) rows.push(...(await floors(era)));
    rows.push(...(await otherEra()));
    return rows;
  },
};
