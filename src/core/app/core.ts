import { type ReadonlySignal, computed, effect, signal } from '@preact/signals-core';
import { homedir } from 'node:os';
import { Emitter, type Event } from '../../base/event.ts';
import { Fault } from '../../base/fault.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { ServersSnapshot } from '../../protocol/inspector.ts';
import { serveMemory } from '../embedded/memoryFace.ts';
import { embeddedParts } from '../embedded/parts.ts';
import { profileNamed } from '../embedded/profile.ts';
import { createEmbeddedServer, embeddedServerId } from '../embedded/server.ts';
import type { Ports } from '../ports/ports.ts';
import { createManagedServer } from '../servers/managedServer.ts';
import type { ManagedServer } from '../servers/server.ts';
import { type Redaction, TrafficLog } from '../traffic/trafficLog.ts';
import { toServerView } from './serverView.ts';
import type { Settings } from './settings.ts';

export interface CoreParts {
  readonly ports: Ports;
  readonly settings: Settings;
  readonly redaction: Redaction;
  readonly version: string;
}

/** Everything but the shell: used by the extension and by the CLI. */
export interface Core extends Disposable {
  readonly embeddedId: string;
  readonly servers: ReadonlySignal<readonly ManagedServer[]>;
  readonly snapshot: ReadonlySignal<ServersSnapshot>;
  readonly traffic: TrafficLog;
  /** The server's id; its tools, resources or prompts are not what they were. */
  readonly onDidChangeCatalog: Event<string>;
  /** Throws `server/unknown`. */
  server(id: string): ManagedServer;
  approve(id: string): Promise<void>;
}

/** The one composition root. */
export function createCore({ ports, settings, redaction, version }: CoreParts): Core {
  const life = new Lifetime();
  const traffic = life.add(
    new TrafficLog(
      { rows: settings['traffic.maxRows'], bytes: settings['traffic.maxMegabytes'] * 1024 * 1024 },
      ports.clock,
      redaction,
    ),
  );
  const catalogChanged = life.add(new Emitter<string>());
  const embedded = life.add(
    createEmbeddedServer({
      profile: profileNamed('all', version),
      parts: embeddedParts,
      host: {
        log: ports.log.with({ part: 'embedded' }),
        folders: () => ports.workspace.folders.map(({ path }) => path),
        trusted: () => ports.workspace.trusted,
        env: process.env,
        homeDir: homedir(),
        setting: () => undefined,
        listServers: () => snapshot.value.servers,
      },
      taps: traffic,
    }),
  );
  const own = createManagedServer({
    id: embeddedServerId,
    label: 'MCP Switchboard',
    source: 'embedded',
    transport: 'memory',
    launch: { kind: 'memory', serve: (end) => serveMemory(embedded, end) },
    tap: traffic,
    clientInfo: { name: 'mcp-switchboard', version },
    clock: ports.clock,
    log: ports.log,
  });
  const servers = signal<readonly ManagedServer[]>([own]);
  const snapshot = computed<ServersSnapshot>(() => ({
    servers: servers.value.map(toServerView),
    problems: [],
    trusted: ports.workspace.trusted,
  }));
  life.defer(effect(() => tellCatalogs(servers.value, catalogChanged)));
  life.defer(() => void own.stop());

  return {
    embeddedId: own.id,
    servers,
    snapshot,
    traffic,
    onDidChangeCatalog: catalogChanged.event,
    server: (id) => {
      const found = servers.value.find((server) => server.id === id);
      if (!found) throw new Fault('server/unknown', `There is no server "${id}"`);
      return found;
    },
    approve: async () => {},
    dispose: () => life.dispose(),
  };
}

function tellCatalogs(servers: readonly ManagedServer[], changed: Emitter<string>): () => void {
  const stops = servers.map(({ id, tools }) =>
    effect(() => {
      void tools.value;
      changed.fire(id);
    }),
  );
  return () => {
    for (const stop of stops) stop();
  };
}
