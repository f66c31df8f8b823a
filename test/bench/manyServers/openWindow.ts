import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { silentLog } from '../../../src/base/log.ts';
import type { Core } from '../../../src/core/app/core.ts';
import { readSettings } from '../../../src/core/app/settings/settings.ts';
import { type GatewayAddress, GatewayHttpServer } from '../../../src/core/gateway/discovery/gatewayHttpServer.ts';
import { endpointAt } from '../../../src/core/gateway/discovery/paths.ts';
import { createFakePorts } from '../../support/fakePorts.ts';
import { openCore } from '../../support/openCore.ts';

export interface OpenWindow {
  readonly core: Core;
  readonly address: GatewayAddress;
  close(): void;
}

/** What a window has with so many servers of `servers.ts`: all started, and offered to agents. */
export async function openWindow(count: number, servers: string): Promise<OpenWindow> {
  const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-many-'));
  const ports = Object.assign(createFakePorts(folder), { answer: 'Approve' });
  ports.edit('.vscode/mcp.json', configOf(count, servers));
  const core = await openCore(ports, { settings: { ...readSettings(() => undefined), 'servers.maxRunning': count } });
  const names = namesOf(count);
  for (const name of names) await core.approve(name);
  for (const name of names) await core.server(name).start();
  core.gateway.follow({ servers: Object.fromEntries(names.map((name) => [name, true])), toolLimit: undefined });
  const own = () => ({ kind: 'server', id: core.embeddedId }) as const;
  const resolve = (at: string) => endpointAt(at, core.gateway, own, core.embeddedId);
  const gateway = new GatewayHttpServer({ log: silentLog, port: 0, resolve });
  const address = await gateway.start();
  return {
    core,
    address,
    close: () => {
      gateway.dispose();
      core.dispose();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function namesOf(count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => `server${at}`);
}

export function configOf(count: number, servers: string): string {
  const entries = namesOf(count).map((name, nth) => [name, { type: 'http', url: `${servers}/${nth}` }]);
  return JSON.stringify({ servers: Object.fromEntries(entries) });
}
