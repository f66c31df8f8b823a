import { request } from 'node:http';
import type { Client } from '@modelcontextprotocol/client';
import { real } from '../integration/serversSupport.ts';
import { type Address, connectAgent, percentile, startGateway, startProgram } from './gateway/programs.ts';
import { type Bench, type Row, row } from './support/row.ts';

const { command, args } = real('@modelcontextprotocol/server-everything/dist/index.js');
const echo = (message: string) => ({ name: 'echo', arguments: { message } });

/** How many of 100 agents × 10 calls got no answer, or another's. */
async function crowd(address: Address): Promise<Row> {
  const agents = await Promise.all(Array.from({ length: 100 }, () => connectAgent(address, 'legacy')));
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
const bareCode = `require('node:http').createServer((_, answer) => answer.writeHead(404, { connection: 'close' }).end('{}'))
  .listen(0, '127.0.0.1', function () { console.log(JSON.stringify({ url: 'http://127.0.0.1:' + this.address().port })) })`;

export const gateway: Bench = {
  name: 'gateway',
  inVscode: false,
  run: async () => {
    const started = [
      await startGateway({ type: 'stdio', command, args }),
      await startProgram(['-e', bareCode]),
    ] as const;
    try {
      return [await crowd(started[0]), await refusals(started[0], started[1].url)];
    } finally {
      for (const { child } of started) child.kill();
    }
  },
};
