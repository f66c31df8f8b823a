import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { request } from 'node:http';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { freePort } from '../../scripts/lib/ports.mjs';
import { real } from '../integration/serversSupport.ts';
import { type Bench, type Row, row } from './support/row.ts';

interface Address {
  readonly url: string;
  readonly token?: string;
}

const script = fileURLToPath(new URL('gateway/window.ts', import.meta.url));
const { command, args } = real('@modelcontextprotocol/server-everything/dist/index.js');
const direct = 'the same server called directly over HTTP';

/** The reference server with its own HTTP transport. */
async function startDirect(): Promise<Address & { child: ChildProcess }> {
  const port = await freePort(0);
  const env = { ...process.env, PORT: String(port) };
  const child = spawn(command, [...args, 'streamableHttp'], { env, stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}/mcp`;
  while (!(await fetch(url).catch(() => undefined))) await delay(50);
  return { url, child };
}

async function startGateway(entry: object): Promise<Address & { child: ChildProcess }> {
  return started(spawn(process.execPath, [script, JSON.stringify(entry)], { stdio: ['pipe', 'pipe', 'inherit'] }));
}

/** A process that prints its address in its first line. */
async function started(
  child: ChildProcessByStdio<Writable, Readable, null>,
): Promise<Address & { child: ChildProcess }> {
  const line = await new Promise<string>((resolve) =>
    child.stdout.once('data', (chunk: Buffer) => resolve(String(chunk))),
  );
  return { ...(JSON.parse(line) as Address), child };
}

async function connect({ url, token }: Address): Promise<Client> {
  const client = new Client({ name: 'bench', version: '1' }, { versionNegotiation: { mode: 'legacy' } });
  const headers = { authorization: `Bearer ${token ?? ''}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  return client;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

const echo = (message: string) => ({ name: 'echo', arguments: { message } });

function percentile(times: readonly number[], of: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * of))] ?? Number.NaN;
}

const [batches, perBatch] = [10, 150];

/** One call after the other, by turns, so that a busy machine slows both; the p99 is the middle one of several batches. */
async function latency(name: string, through: Client, straight: Client): Promise<readonly Row[]> {
  const [ours, peer]: [number[], number[]] = [[], []];
  for (let i = 0; i < 1_000; i++) for (const side of [through, straight]) await side.callTool(echo('warm'));
  for (let i = 0; i < batches * perBatch; i++) {
    const order = [through, straight] as const;
    for (const side of i % 2 === 0 ? order : order.toReversed())
      (side === through ? ours : peer).push(await timed(() => side.callTool(echo('x'))));
  }
  const spec = { unit: 'ms', peerName: direct };
  return [
    row({ ...spec, name: `${name}, median`, limit: { ratio: 1.3 } }, ours, peer),
    row({ ...spec, name: `${name}, p99`, limit: { ratio: 1.5 } }, p99s(ours), p99s(peer)),
  ];
}

function p99s(times: readonly number[]): readonly number[] {
  return Array.from({ length: batches }, (_, at) => percentile(times.slice(at * perBatch, (at + 1) * perBatch), 0.99));
}

/** How many of 100 agents × 10 calls got no answer, or another's. */
async function crowd(address: Address): Promise<Row> {
  const agents = await Promise.all(Array.from({ length: 100 }, () => connect(address)));
  const wrong = await Promise.all(agents.map(wrongAnswers));
  for (const agent of agents) await agent.close();
  const name = '100 agents × 10 calls at once: lost or crossed';
  const count = wrong.reduce((sum, one) => sum + one, 0);
  return row({ name, unit: '', peerName: 'calls', limit: { ratio: 0 } }, [count], [1_000]);
}

async function wrongAnswers(agent: Client, id: number): Promise<number> {
  const calls = Array.from({ length: 10 }, async (_, turn) => {
    const { content } = await agent.callTool(echo(`${id}/${turn}`));
    return (content as { text: string }[])[0]?.text === `Echo: ${id}/${turn}`;
  });
  const right = await Promise.allSettled(calls);
  return right.filter((one) => one.status === 'rejected' || !one.value).length;
}

type Headers = Record<string, string>;

function refusal(url: string, method: string, headers: Headers): Promise<number> {
  const begin = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers: { 'content-type': 'application/json', ...headers } }, (answer) => {
      const took = performance.now() - begin;
      answer.resume().on('end', () => (answer.statusCode! >= 400 ? resolve(took) : reject(new Error('let in'))));
    });
    sent.on('error', reject).end();
  });
}

async function refusals({ url, token }: Address, plain: string): Promise<Row> {
  const good = { authorization: `Bearer ${token ?? ''}` };
  const kinds: readonly (readonly [string, string, Headers])[] = [
    [url, 'POST', { authorization: 'Bearer wrong' }],
    [url, 'POST', { ...good, host: 'evil.example' }],
    [url, 'POST', { ...good, origin: 'https://evil.example' }],
    [`${url}/nothing`, 'POST', good],
    [url, 'PUT', good],
    [url, 'POST', { ...good, 'content-length': String(64 * 1024 * 1024) }],
  ];
  const medians: number[] = [];
  const base: number[] = [];
  for (const [at, method, headers] of kinds) {
    const times: number[] = [];
    for (let i = 0; i < 200; i++) {
      base.push(await refusal(plain, 'POST', {}));
      times.push(await refusal(at, method, headers).catch(() => Number.NaN));
    }
    medians.push(
      percentile(
        times.filter((time) => !Number.isNaN(time)),
        0.5,
      ),
    );
  }
  const spec = {
    name: 'the slowest kind of refusal',
    unit: 'ms',
    peerName: 'a server of Node that refuses everything',
  };
  return row({ ...spec, limit: { ratio: 2, ours: 1 } }, [Math.max(...medians)], [percentile(base, 0.5)]);
}

/** Refuses, and looks at nothing. */
async function startBare(): Promise<Address & { child: ChildProcess }> {
  const code = `require('node:http').createServer((_, answer) => answer.writeHead(404, { connection: 'close' }).end('{}'))
    .listen(0, '127.0.0.1', function () { console.log(JSON.stringify({ url: 'http://127.0.0.1:' + this.address().port })) })`;
  return started(spawn(process.execPath, ['-e', code], { stdio: ['pipe', 'pipe', 'inherit'] }));
}

export const gateway: Bench = {
  name: 'gateway',
  inVscode: false,
  run: async () => {
    const [straight, bare] = [await startDirect(), await startBare()];
    const [overStdio, overHttp] = [
      await startGateway({ type: 'stdio', command, args }),
      await startGateway({ type: 'http', url: straight.url }),
    ];
    try {
      const [a, b, c] = [await connect(overStdio), await connect(overHttp), await connect(straight)];
      const rows = [
        ...(await latency('a call through the gateway to a stdio server', a, c)),
        // Two hops over HTTP against one: a bare forwarder of Node's http takes 1.25 of the direct call, one of TCP 1.05.
        ...(await latency('a call through the gateway to an HTTP server', b, c)),
        await crowd(overStdio),
        await refusals(overStdio, bare.url),
      ];
      await Promise.all([a, b, c].map((client) => client.close()));
      return rows;
    } finally {
      for (const { child } of [straight, bare, overStdio, overHttp]) child.kill();
    }
  },
};
