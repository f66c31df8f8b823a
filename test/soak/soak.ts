// Twenty servers of both eras and all transports behind one gateway, fifty agents that look at every answer, and
// restarts, crashes, outages and floods meanwhile. What grows is told by a line fitted through the samples.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import v8 from 'node:v8';
import vm from 'node:vm';
import { allPath } from '../../src/core/gateway/discovery/paths.ts';
import { Store } from '../../src/core/store/store.ts';
import { readSettings } from '../../src/core/app/settings/settings.ts';
import { type GatewayFixture, openGatewayFixture } from '../integration/support/gatewayFixture.ts';
import { type Sample, type Slopes, slopesOf } from './slopes.ts';

export interface SoakOptions {
  readonly seconds: number;
  /** Bounded logs and caches fill first. */
  readonly warmUpSeconds: number;
  readonly agents: number;
  readonly callsPerSecond: number;
  readonly sampleEverySeconds: number;
  say?(line: string): void;
}

export interface SoakReport extends Slopes {
  readonly calls: number;
  readonly agents: number;
  /** Calls that failed while their server was down. */
  readonly troubled: number;
  readonly p50: number;
  readonly p99: number;
  readonly wrong: readonly string[];
  readonly failed: readonly string[];
  readonly restarts: number;
  readonly floods: number;
}

const webKinds = ['legacy', 'legacy', 'legacy', 'modern', 'modern', 'modern', 'sse', 'sse', 'ws', 'ws'] as const;
const stdioEras = ['legacy', 'modern'] as const;
const stdioCount = 10;
const troubleEveryMs = 4_000;
const outageMs = 1_000;

/** The log of frames and the sessions that agents leave open are full soon, so that what grows after that is something else. */
const maxSessions = 60;
const settings = { ...readSettings(() => undefined), 'traffic.maxRows': 2_000 };

v8.setFlagsFromString('--expose-gc');
const collectGarbage = vm.runInNewContext('gc') as () => void;

function programOf(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

function startProgram(args: readonly string[]): ChildProcess {
  return spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
}

function firstLine({ stdout }: ChildProcess): Promise<string> {
  return new Promise((resolve) => createInterface({ input: stdout! }).once('line', resolve));
}

/** Servers that are reached by an address, in one process. */
class WebServers {
  readonly names = webKinds.map((kind, number) => `${kind}${number}`);
  readonly #child = startProgram([
    programOf('webServers.mjs'),
    ...this.names.map((name, at) => `${name}=${webKinds[at]}`),
  ]);

  async entries(): Promise<Record<string, object>> {
    const urls = JSON.parse(await firstLine(this.#child)) as Record<string, string>;
    const type = (at: number): string => (webKinds[at] === 'sse' || webKinds[at] === 'ws' ? webKinds[at] : 'http');
    return Object.fromEntries(this.names.map((name, at) => [name, { type: type(at), url: urls[name] }]));
  }

  tell(line: string): void {
    this.#child.stdin!.write(`${line}\n`);
  }

  stop(): void {
    this.#child.kill();
  }
}

function stdioEntries(): Record<string, object> {
  const names = Array.from({ length: stdioCount }, (_, number) => `stdio${number}`);
  const args = (name: string, number: number): string[] => [programOf('stdioServer.mjs'), name, stdioEras[number % 2]!];
  return Object.fromEntries(
    names.map((name, number) => [name, { type: 'stdio', command: process.execPath, args: args(name, number) }]),
  );
}

/** One after the other: a restart, a crash, an outage, a flood, each time of another server. */
class Troubles {
  restarts = 0;
  floods = 0;
  readonly #fixture: GatewayFixture;
  readonly #web: WebServers;
  readonly #tellAgents: (line: string) => void;

  constructor(fixture: GatewayFixture, web: WebServers, tellAgents: (line: string) => void) {
    this.#fixture = fixture;
    this.#web = web;
    this.#tellAgents = tellAgents;
  }

  async run(signal: AbortSignal): Promise<void> {
    for (let turn = 0; !signal.aborted; turn++) {
      const stdio = `stdio${turn % stdioCount}`;
      const web = this.#web.names[turn % this.#web.names.length]!;
      const kinds = [
        () => this.#restart(stdio),
        () => this.#outage(web),
        () => this.#crash(stdio),
        () => this.#flood(stdio),
      ];
      await kinds[turn % kinds.length]!();
      await delay(troubleEveryMs, undefined, { signal }).catch(() => {});
    }
  }

  async #troubled(server: string, work: () => Promise<unknown>): Promise<void> {
    this.#tellAgents(`trouble ${server}`);
    await work().catch(() => {}); // a crash fails its own call
    this.#tellAgents(`well ${server}`);
  }

  #restart(server: string): Promise<void> {
    this.restarts++;
    return this.#troubled(server, () => this.#fixture.core.server(server).restart());
  }

  #outage(server: string): Promise<void> {
    this.restarts++;
    return this.#troubled(server, async () => {
      this.#web.tell(`down ${server}`);
      await delay(outageMs);
      this.#web.tell(`up ${server}`);
    });
  }

  #crash(server: string): Promise<void> {
    this.restarts++;
    return this.#troubled(server, () => this.#fixture.core.server(server).callTool('crash', {}));
  }

  #flood(server: string): Promise<void> {
    this.floods++;
    return this.#troubled(server, () => this.#fixture.core.server(server).callTool('flood', {}));
  }
}

function sampleNow(startMs: number): Sample {
  collectGarbage();
  return {
    minute: (performance.now() - startMs) / 60_000,
    megabytes: process.memoryUsage().heapUsed / 1024 / 1024,
    handles:
      process.platform === 'linux' ? readdirSync('/proc/self/fd').length : process.getActiveResourcesInfo().length,
  };
}

async function watch({ seconds, warmUpSeconds, sampleEverySeconds, say }: SoakOptions): Promise<Slopes> {
  const start = performance.now();
  const samples: Sample[] = [];
  for (
    await delay(warmUpSeconds * 1000);
    performance.now() - start < seconds * 1000;
    await delay(sampleEverySeconds * 1000)
  ) {
    const sample = sampleNow(start);
    samples.push(sample);
    say?.(`${(sample.minute * 60).toFixed(0)} s: ${sample.megabytes.toFixed(1)} MB, ${sample.handles} handles`);
  }
  return slopesOf(samples);
}

export async function soak(options: SoakOptions): Promise<SoakReport> {
  const web = new WebServers();
  const entries = { ...(await web.entries()), ...stdioEntries() };
  const servers = Object.keys(entries);
  const exposed = Object.fromEntries(servers.map((name) => [name, true]));
  const state = mkdtempSync(join(tmpdir(), 'switchboard-soak-'));
  const store = new Store(join(state, 'switchboard.db'), { now: Date.now, tell: (fault) => console.error(fault.text) });
  const fixture = await openGatewayFixture(entries, exposed, {}, true, { settings, maxSessions, store });
  await Promise.all(servers.map((name) => fixture.core.server(name).start()));
  const { origin, token } = fixture.address;
  const { agents, callsPerSecond, seconds } = options;
  const plan = { url: origin + allPath, token, servers, agents, callsPerSecond, seconds };
  const crowd = startProgram([programOf('agents.mjs'), JSON.stringify(plan)]);
  const ended = new AbortController();
  const troubles = new Troubles(fixture, web, (line) => void crowd.stdin!.write(`${line}\n`));
  const result = firstLine(crowd);
  const trouble = troubles.run(ended.signal);
  const slopes = await watch(options);
  const seen = JSON.parse(await result) as Omit<SoakReport, keyof Slopes | 'restarts' | 'floods'>;
  ended.abort();
  await trouble;
  await fixture.close();
  web.stop();
  store.dispose();
  rmSync(state, { recursive: true, force: true });
  return { ...seen, ...slopes, restarts: troubles.restarts, floods: troubles.floods };
}
