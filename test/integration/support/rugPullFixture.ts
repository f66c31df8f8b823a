import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import type { Core } from '../../../src/core/app/core.ts';
import type { CoreParts } from '../../../src/core/app/coreParts.ts';
import type { DefinitionRef } from '../../../src/core/trust/pins/definition.ts';
import { connectInMemory } from '../../support/connectInMemory.ts';
import { open, stdio } from '../../support/coreFixture.ts';
import type { FakePorts } from '../../support/fakePorts.ts';
import { openCore } from '../../support/openCore.ts';
import { projectRoot } from '../../support/sources.ts';
import { until } from '../../support/until.ts';

const serverFile = path.join(projectRoot, 'test/fixtures/bad-servers/rugPull.mjs');

/** What the server of the fixture offers. */
interface Offered {
  readonly mismatches?: boolean;
  readonly instructions?: string;
  readonly tools?: readonly object[];
  readonly prompts?: readonly object[];
  readonly resources?: readonly object[];
  readonly templates?: readonly object[];
}

/** A real server whose definitions a test changes, in a workspace that is closed and opened again. */
export class RugPullFixture {
  readonly #ports: FakePorts;
  readonly #agents: Client[] = [];
  readonly #windows: Core[] = [];
  core: Core;

  private constructor(core: Core, ports: FakePorts) {
    this.core = core;
    this.#ports = ports;
    this.#windows.push(core);
    this.#expose(core);
  }

  static async open(offered: Offered, more: Partial<CoreParts> = {}): Promise<RugPullFixture> {
    const { core, ports } = await open({ servers: { pull: stdio(serverFile, 'offered.json') } }, more);
    ports.answer = 'Approve';
    await core.approve('pull');
    const fixture = new RugPullFixture(core, ports);
    fixture.offer(offered);
    return fixture;
  }

  get ports(): FakePorts {
    return this.#ports;
  }

  /** From the next list on. */
  offer(offered: Offered): void {
    this.#ports.edit('offered.json', JSON.stringify(offered));
  }

  /** Starts the server, or starts it again. */
  async restart(): Promise<void> {
    await this.core.server('pull').restart();
  }

  async reload(more: Partial<CoreParts> = {}): Promise<void> {
    await this.close();
    this.core = await this.window(more);
  }

  /** Another window on the same workspace. */
  async window(more: Partial<CoreParts> = {}): Promise<Core> {
    const core = await openCore(this.#ports, more);
    this.#expose(core);
    this.#windows.push(core);
    return core;
  }

  async agent(core = this.core): Promise<Client> {
    const client = new Client({ name: 'agent', version: '1' });
    await client.connect(connectInMemory(core.gateway.endpoint({ kind: 'server', id: 'pull' })));
    this.#agents.push(client);
    return client;
  }

  /** The responses to these requests as an agent gets them: the official client drops fields that it does not know. */
  async responses(...methods: readonly string[]): Promise<string> {
    const transport = connectInMemory(this.core.gateway.endpoint({ kind: 'server', id: 'pull' }));
    const received: string[] = [];
    Object.assign(transport, { onmessage: (message: unknown) => void received.push(JSON.stringify(message)) });
    await transport.start();
    const clientInfo = { name: 'agent', version: '1' };
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
    await transport.send({ jsonrpc: '2.0', id: 0, method: 'initialize', params });
    await until(() => received.length > 0, 'the handshake');
    await transport.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    for (const [at, method] of methods.entries()) await transport.send({ jsonrpc: '2.0', id: at + 1, method });
    await until(() => received.filter((text) => text.includes('"id"')).length > methods.length, 'all responses');
    await transport.close();
    return received.join('\n');
  }

  /** The hash of a definition as it is now. */
  hash(kind: DefinitionRef['kind'], key: string, core = this.core): string {
    return core.compareDefinition('pull', { kind, key })?.hash ?? '';
  }

  held(core = this.core): readonly string[] {
    return core.held('pull').map(({ kind, key, reason }) => `${kind} ${key} ${reason}`);
  }

  /** What agents are offered without anything being started. */
  offeredNow(core = this.core): readonly string[] {
    const { exposed } = core.gateway.endpoint({ kind: 'server', id: 'pull' });
    return [...exposed.value.values()].map(({ definition: { name, description } }) => `${name}: ${description}`);
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#agents.splice(0).map((agent) => agent.close()));
    for (const core of this.#windows.splice(0)) {
      await core.server('pull').stop();
      core.dispose();
    }
  }

  #expose(core: Core): void {
    core.gateway.follow({ servers: { pull: true }, toolLimit: undefined });
  }
}

export function tool(name: string, description: string): object {
  return { name, description, inputSchema: { type: 'object' } };
}
