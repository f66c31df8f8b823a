import assert from 'node:assert/strict';
import { proves } from '../../requirements.ts';
import { test } from 'node:test';
import { notInitializedText } from '../../../src/core/mcpServer/session/sessionState.ts';
import { failOnLeaks } from '../../support/leaks.ts';
import { Ledger, LineMaker } from './support/fuzz.ts';
import { type Json, createInitializeRequest, createNotification, modernMeta } from './support/messages.ts';
import { Session, makeServer } from './support/session.ts';
import { plainTools } from './support/tools.ts';

failOnLeaks();

const linesInAll = 100_000;
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_116);

/** Each in the state of a real client when the trouble starts. */
const beginnings: Readonly<Record<string, readonly Json[]>> = {
  'that has not begun': [],
  'of a legacy client': [createInitializeRequest('begin'), createNotification('notifications/initialized')],
  'in the middle of the handshake': [createInitializeRequest('begin')],
  'of a modern client': [{ jsonrpc: '2.0', id: 'begin', method: 'tools/list', params: { _meta: modernMeta() } }],
  'that is lenient': [],
};

const each = linesInAll / Object.keys(beginnings).length;

for (const [index, [name, opening]] of Object.entries(beginnings).entries()) {
  test(`${each} random and mutated lines on a connection ${name}: no crash, no request unanswered, nothing but JSON-RPC${proves('R8', 'R35')}`, async () => {
    const lines = await attack(opening, name.includes('lenient'), new LineMaker(seed + index));
    const begun = name.endsWith('client');
    if (begun) assert.ok(!lines.some((line) => line.includes(notInitializedText)), 'nothing undoes a handshake');
    assert.ok(lines.filter((line) => line.includes('"content":[')).length > 50, 'tools have really been called');
  });
}

async function attack(opening: readonly Json[], lenient: boolean, maker: LineMaker): Promise<readonly string[]> {
  const { server } = makeServer({ parts: { tools: plainTools, toolSources: [], resources: [], prompts: [] } });
  const session = new Session(server, { lenient });
  const ledger = new Ledger();
  send(
    session,
    ledger,
    opening.map((message) => JSON.stringify(message)),
    maker,
  );
  await session.settle();
  for (let sent = 0; sent < each; sent += portion) {
    send(
      session,
      ledger,
      Array.from({ length: portion }, () => maker.line()),
      maker,
    );
    await new Promise(setImmediate); // what has come so far is worked on meanwhile
  }
  await session.end();
  server.dispose();
  ledger.settle(session.lines);
  return session.lines;
}

const portion = 200;

/** Torn anywhere, as pipes do. */
function send(session: Session, ledger: Ledger, lines: readonly string[], maker: LineMaker): void {
  for (const line of lines) ledger.sent(line);
  const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
  for (let at = 0; at < bytes.length;) {
    const size = maker.pick([1, 7, 64, 1000, 4096, 65_536]);
    session.input.write(bytes.subarray(at, at + size));
    at += size;
  }
}
