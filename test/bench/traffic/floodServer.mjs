// A stdio server with one tool, `flood`, that sends as many notifications as it is asked for, as fast as they are taken.
import { createInterface } from 'node:readline';

const chunkMessages = 500;

function note(index) {
  const params = { level: 'info', logger: 'flood', data: `message number ${index} of the flood` };
  return `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params })}\n`;
}

function send(text) {
  return new Promise((resolve) => (process.stdout.write(text) ? resolve() : process.stdout.once('drain', resolve)));
}

async function flood(count) {
  for (let from = 0; from < count; from += chunkMessages) {
    const size = Math.min(chunkMessages, count - from);
    await send(Array.from({ length: size }, (_, at) => note(from + at)).join(''));
  }
  return { content: [{ type: 'text', text: `sent ${count}` }] };
}

const flood_ = {
  name: 'flood',
  description: 'Sends notifications.',
  inputSchema: { type: 'object', properties: { count: { type: 'integer' } }, required: ['count'] },
};

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {}, logging: {} },
    serverInfo: { name: 'flood', version: '1.0.0' },
  }),
  ping: () => ({}),
  'logging/setLevel': () => ({}),
  'tools/list': () => ({ tools: [flood_] }),
  'tools/call': ({ arguments: { count } }) => flood(Number(count)),
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  const answer = answers[method];
  const body = answer ? { result: await answer(params ?? {}) } : { error: { code: -32601, message: 'unknown' } };
  await send(`${JSON.stringify({ jsonrpc: '2.0', id, ...body })}\n`);
}
