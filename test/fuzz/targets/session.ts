import { Ledger, LineMaker } from '../../unit/mcpServer/support/fuzz.ts';
import { createInitializeRequest, createNotification, modernMeta } from '../../unit/mcpServer/support/messages.ts';
import { type TestServer, Session, makeServer } from '../../unit/mcpServer/support/session.ts';
import { plainTools } from '../../unit/mcpServer/support/tools.ts';
import type { FuzzTarget } from '../target.ts';

const openings: Readonly<Record<string, readonly unknown[]>> = {
  none: [],
  legacy: [createInitializeRequest('begin'), createNotification('notifications/initialized')],
  handshake: [createInitializeRequest('begin')],
  modern: [{ jsonrpc: '2.0', id: 'begin', method: 'tools/list', params: { _meta: modernMeta() } }],
  lenient: [],
};

let made: TestServer | undefined;

/** The first line says how the connection begins. */
export const session: FuzzTarget = {
  name: 'session',
  promise: 'one response for each request, nothing but JSON-RPC, and no connection that never ends',
  make: (dice) => {
    const maker = new LineMaker(dice.below(2 ** 31));
    return [dice.pick(Object.keys(openings)), ...dice.times(6, () => maker.line())].join('\n');
  },
  run: async (input) => {
    const [opening = '', ...lines] = input.toWellFormed().split('\n');
    const first = Object.hasOwn(openings, opening) ? openings[opening]! : [];
    await attack([...first.map((message) => JSON.stringify(message)), ...lines], opening === 'lenient');
  },
  dispose: () => {
    made?.server.dispose();
    made = undefined;
  },
};

async function attack(lines: readonly string[], lenient: boolean): Promise<void> {
  made ??= makeServer({ parts: { tools: plainTools, toolSources: [], resources: [], prompts: [] } });
  const client = new Session(made.server, { lenient });
  const ledger = new Ledger();
  for (const line of lines) ledger.sent(line);
  client.write(lines.map((line) => `${line}\n`).join(''));
  await client.end();
  made.log.length = 0;
  ledger.settle(client.lines);
}
