// npm run soak [-- minutes]: agents call servers that restart, crash and answer through one gateway; prints how the heap
// grows. Not a test: it takes as long as it is told to, and its figure is read by a person.
import { setTimeout as delay } from 'node:timers/promises';
import v8 from 'node:v8';
import vm from 'node:vm';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { allPath } from '../../src/core/gateway/discovery/paths.ts';
import { bad } from '../integration/serversSupport.ts';
import { everything, type GatewayFixture, openGatewayFixture } from '../integration/support/gatewayFixture.ts';
import { RestartableServer } from '../faults/support/restartableServer.ts';

const minutes = Number(process.argv[2] ?? 30);
/** Bounded logs and caches fill first: at full speed, so that it takes a minute. */
const warmUpMs = 90_000;
const agentCount = 6;
/** Of each loop: sessions that were left without a word are kept up to a limit. */
const warmUpAgents = 200;
const pauseMs = 100;
const lookEveryMs = 10_000;
const restartEveryMs = 20_000;
const tools = ['mcp_everything_echo', 'mcp_web_echo', 'mcp_crashing_say'];

v8.setFlagsFromString('--expose-gc');
const collectGarbage = vm.runInNewContext('gc') as () => void;

const counts = { calls: 0, errors: 0, agents: 0, restarts: 0 };
const start = performance.now();
const endMs = warmUpMs + minutes * 60_000;
const passedMs = (): number => performance.now() - start;

async function useAgent(agent: Client, until: number): Promise<void> {
  while (passedMs() < until) {
    const name = tools[counts.calls++ % tools.length]!;
    const failed = await agent.callTool({ name, arguments: { message: 'x' } }).then(
      ({ isError }) => isError === true,
      () => true,
    );
    if (failed) counts.errors++;
    if (passedMs() > warmUpMs) await delay(pauseMs);
  }
}

/** Not the fixture's own agents: it keeps each of them until the end. */
async function withAgent(fixture: GatewayFixture, use: (agent: Client) => Promise<void>): Promise<void> {
  const number = counts.agents++;
  const { origin, token } = fixture.address;
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  const transport = new StreamableHTTPClientTransport(new URL(origin + allPath), { requestInit });
  const agent = new Client(
    { name: 'agent', version: '1' },
    { versionNegotiation: { mode: number % 2 === 0 ? 'legacy' : 'auto' } },
  );
  await agent.connect(transport);
  await use(agent);
  if (number % 4 === 0) await transport.terminateSession().catch(() => {}); // the others leave without a word
  await agent.close();
}

async function agents(fixture: GatewayFixture): Promise<void> {
  for (let warm = 0; warm < warmUpAgents; warm++) await withAgent(fixture, async () => {});
  while (passedMs() < endMs) await withAgent(fixture, (agent) => useAgent(agent, Math.min(endMs, passedMs() + 30_000)));
}

async function restarts(web: RestartableServer, fixture: GatewayFixture): Promise<void> {
  while (passedMs() < endMs) {
    await delay(restartEveryMs);
    counts.restarts++;
    await web.stop();
    await fixture.core.server('crashing').restart();
    await delay(1_000);
    await web.start();
  }
}

interface Point {
  readonly minute: number;
  readonly megabytes: number;
}

/** Least squares, in megabytes a minute. */
function slopeOf(points: readonly Point[]): number {
  const mean = (pick: (point: Point) => number): number =>
    points.reduce((sum, point) => sum + pick(point), 0) / points.length;
  const [x, y] = [mean(({ minute }) => minute), mean(({ megabytes }) => megabytes)];
  const above = points.reduce((sum, point) => sum + (point.minute - x) * (point.megabytes - y), 0);
  return above / points.reduce((sum, point) => sum + (point.minute - x) ** 2, 0);
}

async function watchHeap(): Promise<readonly Point[]> {
  const points: Point[] = [];
  for (await delay(warmUpMs); passedMs() < endMs; await delay(lookEveryMs)) {
    collectGarbage();
    const megabytes = process.memoryUsage().heapUsed / 1024 / 1024;
    points.push({ minute: passedMs() / 60_000, megabytes });
    if (points.length % 6 === 1) console.log(`${Math.round(passedMs() / 1000)} s: ${megabytes.toFixed(1)} MB`, counts);
  }
  return points;
}

const web = await new RestartableServer().start();
const { command, args } = bad('hostileMessages');
const servers = { everything, web: { type: 'http', url: web.url }, crashing: { type: 'stdio', command, args } };
const fixture = await openGatewayFixture(servers, { everything: true, web: true, crashing: true });
const work = [...Array.from({ length: agentCount }, () => agents(fixture)), restarts(web, fixture)];
const points = await watchHeap();
await Promise.allSettled(work);
const seconds = points.length * (lookEveryMs / 1000);
console.log(
  `${counts.calls} calls, ${counts.errors} failed during outages, ${counts.agents} agents, ${counts.restarts} restarts`,
);
console.log(`heap: ${slopeOf(points).toFixed(3)} MB a minute over ${Math.round(seconds / 60)} minutes`);
await fixture.close();
await web.stop();
