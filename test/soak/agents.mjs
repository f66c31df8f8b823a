// Agents that call through a gateway and look at every answer: node agents.mjs '<plan as JSON>'
// Takes lines "trouble <server>" and "well <server>": between them a call of that server may fail. Prints what it saw.
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

/** @typedef {{ url: string, token: string, servers: string[], agents: number, callsPerSecond: number, seconds: number }} Plan */

/** @type {Plan} */
const plan = JSON.parse(process.argv[2] ?? '{}');
const endMs = performance.now() + plan.seconds * 1000;
const lifeMs = 20_000;
/** @type {number[]} */
const times = [];
const counts = { calls: 0, agents: 0, troubled: 0 };
/** @type {string[]} */
const wrong = [];
/** @type {string[]} */
const failed = [];
/** @type {Map<string, number>} outages under way */
const troubles = new Map();
/** @type {Map<string, number>} when the last one ended */
const recovered = new Map();
const graceMs = 5_000;

/** @param {string} server @param {number} since */
function mayFail(server, since) {
  return (troubles.get(server) ?? 0) > 0 || since - (recovered.get(server) ?? -Infinity) < graceMs;
}

/** @param {Client} agent @param {string} server */
async function call(agent, server) {
  const message = `${server} ${counts.calls++}`;
  const since = performance.now();
  const troubledBefore = mayFail(server, since);
  const answer = await agent
    .callTool({ name: `mcp_${server}_echo`, arguments: { message } })
    .catch((/** @type {Error} */ error) => ({ isError: true, content: [{ type: 'text', text: error.message }] }));
  const text = /** @type {{ text?: string }} */ (answer.content[0])?.text ?? '';
  if (!answer.isError) {
    times.push(performance.now() - since);
    if (text !== `${server}: ${message}`) wrong.push(`${message} was answered ${text}`);
  } else if (troubledBefore || mayFail(server, performance.now())) counts.troubled++;
  else failed.push(`${message}: ${text}`);
}

/** @param {number} number */
async function live(number) {
  const transport = new StreamableHTTPClientTransport(new URL(plan.url), {
    requestInit: { headers: { authorization: `Bearer ${plan.token}` } },
  });
  const mode = number % 2 === 0 ? 'legacy' : 'auto';
  const agent = new Client({ name: `agent-${number}`, version: '1' }, { versionNegotiation: { mode } });
  await agent.connect(transport);
  counts.agents++;
  const pauseMs = (1000 * plan.agents) / plan.callsPerSecond;
  const until = Math.min(endMs, performance.now() + lifeMs * (0.5 + Math.random()));
  let next = performance.now() + Math.random() * pauseMs;
  for (let turn = number; performance.now() < until; turn++, next += pauseMs) {
    await delay(Math.max(0, next - performance.now()));
    await call(agent, plan.servers[turn % plan.servers.length] ?? '');
  }
  if (number % 4 === 0) await transport.terminateSession().catch(() => {}); // the others leave without a word
  await agent.close();
}

/** @param {number} number */
async function keepLiving(number) {
  while (performance.now() < endMs)
    await live(number).catch((/** @type {Error} */ error) => failed.push(`agent ${number}: ${error.message}`));
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const [what, server = ''] = line.split(' ');
  troubles.set(server, (troubles.get(server) ?? 0) + (what === 'trouble' ? 1 : -1));
  if (what === 'well') recovered.set(server, performance.now());
});
await Promise.all(Array.from({ length: plan.agents }, (_, number) => keepLiving(number)));
times.sort((a, b) => a - b);
const at = (/** @type {number} */ part) => times[Math.floor(part * (times.length - 1))] ?? Number.NaN;
console.log(
  JSON.stringify({ ...counts, p50: at(0.5), p99: at(0.99), wrong: wrong.slice(0, 20), failed: failed.slice(0, 20) }),
);
process.exit();
