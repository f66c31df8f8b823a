import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseJson } from '../../../src/base/json.ts';
import { gatewayTapId } from '../../../src/contract/toolName.ts';
import { agentOnlyRequests } from '../../../src/core/gateway/calls/clientRequestRouter.ts';
import { serverPath } from '../../../src/core/gateway/discovery/paths.ts';
import { startScriptedHttp } from '../../fixtures/fastPath/scriptedHttp.ts';
import type { Seen } from './bothWays.ts';
import { type GatewayFixture, openGatewayFixture } from './gatewayFixture.ts';
import type { Json } from '../../unit/mcpServer/support/messages.ts';
import { RawAgent, type RawAgentOptions } from './rawAgent.ts';
import { RawModernAgent } from './rawModernAgent.ts';

const script = fileURLToPath(new URL('../../fixtures/fastPath/scriptedServer.ts', import.meta.url));

export type Behind = 'stdio' | 'HTTP';

interface ServerOptions {
  readonly isModern?: boolean;
  /** Over HTTP it answers in bodies. */
  readonly asJson?: boolean;
}

/** A gateway in front of the scripted server. */
interface GatewayExchange {
  readonly fixture: GatewayFixture;
  /** All that the server has seen, as JSON. */
  serverSaw(): string;
  agent(options?: Partial<RawAgentOptions>): Promise<RawAgent>;
  modernAgent(capabilities?: Json): RawModernAgent;
}

/** What the agents saw, what the server saw, and what is in Traffic between gateway and agents. */
export async function throughGateway(
  behind: Behind,
  fastPath: boolean,
  talk: (parts: GatewayExchange) => Promise<void>,
  { isModern = false, asJson = false }: ServerOptions = {},
): Promise<Seen> {
  const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-fast-'));
  const file = path.join(folder, 'seen.jsonl');
  await using host = await startScriptedHttp({ isModern, asJson });
  const stdio = { type: 'stdio', command: process.execPath, args: [script, file, ...(isModern ? ['modern'] : [])] };
  const fixture = await openGatewayFixture(
    { s: behind === 'stdio' ? stdio : { type: 'http', url: host.url } },
    { s: true },
    agentOnlyRequests,
    fastPath,
  );
  const serverSaw = (): unknown[] =>
    behind === 'HTTP'
      ? host.seen
      : readFileSync(file, 'utf8')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line));
  const agents: (RawAgent | RawModernAgent)[] = [];
  const agent = async (options: Partial<RawAgentOptions> = {}): Promise<RawAgent> => {
    const { origin, token } = fixture.address;
    const opened = new RawAgent({ url: origin + serverPath('s'), token, ...options });
    agents.push(opened);
    await opened.open();
    return opened;
  };
  const modernAgent = (capabilities?: Json): RawModernAgent => {
    const { origin, token } = fixture.address;
    const opened = new RawModernAgent(origin + serverPath('s'), token, capabilities);
    agents.push(opened);
    return opened;
  };
  try {
    await fixture.core.server('s').start();
    await talk({ fixture, agent, modernAgent, serverSaw: () => JSON.stringify(serverSaw()) });
    for (const one of agents) await one.close();
    const seen = agents.map(({ exchanges, unasked }) => ({ exchanges, unasked }));
    return { agents: seen, server: [...serverSaw()], traffic: await trafficOf(fixture) };
  } finally {
    await fixture.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Between gateway and agents: what was said, in order, with what HTTP said around it. */
async function trafficOf({ core }: GatewayFixture): Promise<unknown> {
  const rows = core.traffic.recent(0, 1_000).rows.filter(({ server }) => server === gatewayTapId);
  return Promise.all(
    rows.map(async ({ seq, kind, direction }) => ({ kind, direction, body: await bodyOf(core, seq) })),
  );
}

async function bodyOf({ traffic }: GatewayFixture['core'], seq: number): Promise<object> {
  const { text, http } = await traffic.body(seq);
  const parsed = parseJson(text ?? ''); // a large one is cut
  return {
    parsed: parsed.ok ? parsed.value : text,
    ...(http && { status: http.status, method: http.method, path: http.path }),
  };
}
