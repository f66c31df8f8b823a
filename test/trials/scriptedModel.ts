import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isRecord } from '../../src/base/json.ts';

/** A model for agents, on this machine: calls the tool whose name ends with `wanted` once, then says good-bye. */
export interface ScriptedModel extends AsyncDisposable {
  readonly url: string;
  /** The tools that the agent offered, by their names. */
  readonly offered: Set<string>;
  /** What the agent sent back as the result of the call. */
  readonly results: string[];
}

/** How an agent talks with its model. */
interface Dialect {
  readonly path: RegExp;
  tools(body: Body): readonly string[];
  /** The last message, if it holds a result. */
  result(body: Body): string | undefined;
  call(tool: string): string;
  readonly end: string;
}

type Body = Readonly<Record<string, unknown>>;

const args = { a: 2, b: 3 };

const anthropic: Dialect = {
  path: /\/messages(?:\?|$)/,
  tools: ({ tools }) => records(tools).map(({ name }) => String(name)),
  result: ({ messages }) => lastWith(messages, 'tool_result'),
  call: (tool) =>
    anthropicStream(
      'tool_use',
      { type: 'tool_use', id: 'toolu_1', name: tool, input: {} },
      { type: 'input_json_delta', partial_json: JSON.stringify(args) },
    ),
  end: anthropicStream('end_turn', { type: 'text', text: '' }, { type: 'text_delta', text: 'Good-bye.' }),
};

const gemini: Dialect = {
  path: /enerateContent/,
  tools: ({ tools }) =>
    records(tools).flatMap(({ functionDeclarations }) => records(functionDeclarations).map(({ name }) => String(name))),
  result: ({ contents }) => lastWith(contents, 'functionResponse'),
  call: (tool) => geminiStream({ functionCall: { name: tool, args } }),
  end: geminiStream({ text: 'Good-bye.' }),
};

function records(value: unknown): readonly Body[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

function lastWith(messages: unknown, word: string): string | undefined {
  const text = JSON.stringify(records(messages).at(-1) ?? {});
  return text.includes(word) ? text : undefined;
}

function anthropicStream(reason: string, block: object, delta: object): string {
  const usage = { input_tokens: 1, output_tokens: 1 };
  const message = { id: 'm', type: 'message', role: 'assistant', model: 'scripted', content: [], usage };
  const events = [
    { type: 'message_start', message: { ...message, stop_reason: null, stop_sequence: null } },
    { type: 'content_block_start', index: 0, content_block: block },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: reason, stop_sequence: null }, usage },
    { type: 'message_stop' },
  ];
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
}

function geminiStream(part: object): string {
  const candidates = [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }];
  return `data: ${JSON.stringify({ candidates, usageMetadata: { totalTokenCount: 2 } })}\n\n`;
}

export async function startScriptedModel(wanted: string): Promise<ScriptedModel> {
  const offered = new Set<string>();
  const results: string[] = [];
  const answer = (url: string, text: string): string | undefined => {
    const dialect = [anthropic, gemini].find(({ path }) => path.test(url));
    if (!dialect) return undefined;
    const body = JSON.parse(text) as Body;
    for (const name of dialect.tools(body)) offered.add(name);
    const result = dialect.result(body);
    if (result !== undefined) results.push(result);
    const tool = [...offered].find((name) => name.endsWith(wanted));
    return tool === undefined || result !== undefined ? dialect.end : dialect.call(tool);
  };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const events = answer(request.url ?? '', Buffer.concat(parts).toString('utf8'));
      response.writeHead(200, { 'content-type': events === undefined ? 'application/json' : 'text/event-stream' });
      response.end(events ?? '{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    offered,
    results,
    [Symbol.asyncDispose]: async () => (server.closeAllConnections(), void server.close()),
  };
}
