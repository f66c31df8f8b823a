import assert from 'node:assert/strict';
import { Fault } from '../../../src/base/fault.ts';
import type { ServerLimits } from '../../../src/core/servers/model/launch.ts';
import type { ManagedServer } from '../../../src/core/servers/model/server.ts';
import { until } from '../../support/until.ts';
import type { Row } from '../badServersTable.ts';
import { bad, manage, textOf, type Subject } from '../../integration/serversSupport.ts';
import { type BadTransport, badServer } from './badServer.ts';

/** A flood is stopped soon, and a lost answer is noticed soon. */
const limits: Partial<ServerLimits> = {
  floodMs: 400,
  callTimeoutMs: 4_000,
  connectTimeoutMs: 20_000,
  probeTimeoutMs: 10_000,
};
const mostMemory = 400 * 1024 * 1024;

/** What no bad server may touch: a good one in the same process, called all the while. */
export class Neighbour implements AsyncDisposable {
  readonly #subject: Subject = manage(bad('hostileMessages'), {}, { id: 'neighbour' });
  answers = 0;
  #worstMs = 0;

  /** How late its answers were beside the worst of the others; the server keeps the figures of its last 512 calls. */
  report(): string {
    const { p50 } = this.#subject.server.readStatistics().latencyMs;
    const figures = `median ${p50.toFixed(1)} ms, 99 % beside the worst ${this.#worstMs.toFixed(1)} ms`;
    return `${this.answers} answers of the neighbour: ${figures}`;
  }

  async during<T>(work: () => Promise<T>): Promise<T> {
    await this.#subject.server.start();
    let isOver = false;
    const before = this.answers;
    const calls = this.#call(() => isOver && this.answers > before);
    try {
      return await work();
    } finally {
      isOver = true;
      await calls;
      this.#worstMs = Math.max(this.#worstMs, this.#subject.server.readStatistics().latencyMs.p99);
    }
  }

  async #call(isEnough: () => boolean): Promise<void> {
    while (!isEnough()) {
      assert.equal(textOf(await this.#subject.server.callTool('say', {})), 'say');
      this.answers++;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#subject[Symbol.asyncDispose]();
  }
}

export async function tryBadServer(
  neighbour: Neighbour,
  { way, outcome }: Row,
  transport: BadTransport,
): Promise<void> {
  await using running = await badServer(transport, way);
  const elicit = (): Promise<never> => new Promise(() => {}); // a user who never answers
  const clientRequests = { elicit, roots: async () => [] };
  const start = process.memoryUsage().rss;
  let peak = start;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20);
  try {
    await using subject = manage(running.launch, limits, { clientRequests });
    await neighbour.during(() => check(subject, outcome));
  } finally {
    clearInterval(watch);
  }
  assert.ok(peak - start < mostMemory, `memory grew by ${Math.round((peak - start) / 1024 / 1024)} MB`);
}

async function check({ server, taps }: Subject, outcome: Row['outcome']): Promise<void> {
  switch (outcome.kind) {
    case 'noStart':
      return assertSaid(await faultOf(server.start()), outcome.says);
    case 'lists':
      await server.start();
      return assert.match(server.problems.value.join('\n'), outcome.says);
    case 'answers':
      assert.match(textOf(await server.callTool('attack', {})), /attack|^x+$/);
      return assert.equal(textOf(await server.callTool('say', {})), 'say');
    case 'fails':
      assertSaid(await faultOf(server.callTool('attack', {})), outcome.says);
      return assert.equal(textOf(await server.callTool('say', {})), 'say');
    case 'slowed':
      await server.callTool('attack', {}).catch(() => {});
      return void (await until(
        () => taps.texts('state').some((row) => /read more slowly/.test(row)),
        'it is held back',
      ));
    case 'stopped':
      return assertStopped(server, outcome.says);
    default:
      outcome satisfies never;
  }
}

async function assertStopped(server: ManagedServer, says: RegExp): Promise<void> {
  await server.callTool('attack', {}).catch(() => {});
  const fault = await until(
    () => server.state.value.kind === 'error' && server.state.value.fault,
    'the server is stopped',
  );
  assertSaid(fault, says);
  assert.equal(fault.code, 'limit/exceeded');
}

function assertSaid(fault: Fault, says: RegExp): void {
  assert.match(fault.text, says);
  assert.doesNotMatch(
    fault.text,
    /"path":|"expected":|invalid_type|\[object/,
    'a sentence, not what a validator prints',
  );
}

async function faultOf(work: Promise<unknown>): Promise<Fault> {
  const outcome = await work.then(() => 'It did not fail', Fault.from);
  if (typeof outcome === 'string') throw new Error(outcome);
  return outcome;
}
