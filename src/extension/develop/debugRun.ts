import { effect } from '@preact/signals-core';
import { createServer } from 'node:net';
import * as vscode from 'vscode';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import { type DebugWay, debuggerPorts, nodeLaunch, pythonLaunch } from '../../core/servers/model/debugLaunch.ts';
import type { ManagedServer } from '../../core/servers/model/server.ts';
import { relayTo } from './portRelay.ts';

/** By which our sessions are known, and their children by their root. */
const mark = 'mcpSwitchboardServer';

/** One server under one debugger: each ends with the other, and while it is stopped no time of the server runs. */
export class DebugRun implements Disposable {
  readonly #server: ManagedServer;
  readonly #way: DebugWay;
  readonly #lifetime = new Lifetime();
  readonly #sessions = new Set<vscode.DebugSession>();
  #hasStarted = false;
  #isRefused = false;

  constructor(server: ManagedServer, way: DebugWay) {
    this.#server = server;
    this.#way = way;
    this.#lifetime.add(
      vscode.debug.registerDebugAdapterTrackerFactory('*', {
        createDebugAdapterTracker: (session) => (this.#isOurs(session) ? this.#tracker() : undefined),
      }),
    );
    this.#lifetime.add(vscode.debug.onDidStartDebugSession((session) => this.#began(session)));
    this.#lifetime.add(vscode.debug.onDidTerminateDebugSession((session) => this.#ended(session)));
  }

  /** False where the debugger could not attach; the server is stopped then. */
  async start(): Promise<boolean> {
    if (!isOver(this.#server.state.peek().kind)) await this.#server.stop(); // one that waits for approval keeps waiting
    await this.#prepare();
    try {
      await this.#server.start();
    } catch (error) {
      this.dispose();
      if (this.#isRefused) return false;
      throw error;
    }
    if (this.#way.kind === 'attach') await this.#attach({ ...this.#way.attach, type: this.#way.type });
    this.#hasStarted = true;
    this.#lifetime.defer(effect(() => void (isOver(this.#server.state.value.kind) && this.dispose())));
    return !this.#isRefused;
  }

  dispose(): void {
    if (this.#lifetime.ended) return;
    this.#lifetime.dispose();
    this.#server.debugWith(undefined);
    for (const session of this.#sessions) void vscode.debug.stopDebugging(session);
  }

  async #prepare(): Promise<void> {
    if (this.#way.kind === 'attach') return this.#server.debugWith((launch) => launch);
    if (this.#way.kind === 'python') {
      const port = await freePort();
      return this.#server.debugWith((launch) => {
        void this.#attachToPython(port);
        return pythonLaunch(launch, port);
      });
    }
    this.#server.debugWith((launch) =>
      nodeLaunch(launch, (text) => {
        for (const port of debuggerPorts(text)) void this.#attachToNode(port);
      }),
    );
  }

  #attachToNode(port: number): Promise<void> {
    const more = { address: '127.0.0.1', continueOnAttach: true, skipFiles: ['<node_internals>/**'] };
    return this.#attach({ type: 'pwa-node', port, ...more });
  }

  async #attachToPython(port: number): Promise<void> {
    const relay = await relayTo(port, this.#lifetime);
    await this.#attach({ type: 'debugpy', connect: { host: '127.0.0.1', port: relay }, justMyCode: true });
  }

  async #attach(configuration: Readonly<Record<string, unknown>> & { readonly type: string }): Promise<void> {
    const { preLaunchTask: _, postDebugTask: __, ...safe } = configuration; // a task is a command that nobody approved
    const { id, label } = this.#server;
    const name = `${label} (MCP)`;
    const own = { name, request: 'attach', internalConsoleOptions: 'neverOpen', [mark]: id };
    const options = { suppressDebugView: true, suppressSaveBeforeStart: true };
    const whole = { ...safe, type: configuration.type, ...own };
    const isAttached = await vscode.debug.startDebugging(undefined, whole, options);
    if (isAttached || this.#lifetime.ended) return;
    this.#isRefused = true;
    await this.#server.stop(); // it waits for a debugger that does not come
  }

  #isOurs({ configuration, parentSession }: vscode.DebugSession): boolean {
    return configuration[mark] === this.#server.id || (parentSession !== undefined && this.#isOurs(parentSession));
  }

  #began(session: vscode.DebugSession): void {
    if (session.configuration[mark] === this.#server.id && !session.parentSession) this.#sessions.add(session);
  }

  /** A restart on save ends the process and its session, and goes on with the next; one that fails waits for the next save. */
  #ended(session: vscode.DebugSession): void {
    if (!this.#sessions.delete(session)) return;
    this.#server.setPaused(false);
    const { kind } = this.#server.state.peek();
    const isRestarting = this.#hasStarted && (kind === 'connecting' || kind === 'error');
    if (this.#sessions.size === 0 && !isRestarting) void this.#server.stop();
  }

  #tracker(): vscode.DebugAdapterTracker {
    const pause = (isPaused: boolean): void => {
      if (!this.#lifetime.ended) this.#server.setPaused(isPaused);
    };
    return {
      onDidSendMessage: ({ type, event }: { readonly type?: unknown; readonly event?: unknown }) => {
        if (type === 'event' && (event === 'stopped' || event === 'continued')) pause(event === 'stopped');
      },
      // Not every adapter tells that it goes on when it was asked to.
      onWillReceiveMessage: ({ command }: { readonly command?: unknown }) => {
        if (typeof command === 'string' && /^(?:continue|next|stepIn|stepOut|disconnect)$/.test(command)) pause(false);
      },
      onWillStopSession: () => pause(false),
    };
  }
}

function isOver(kind: string): boolean {
  return kind === 'disconnected' || kind === 'pending';
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}
