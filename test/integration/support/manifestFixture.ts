import { afterEach, beforeEach } from 'node:test';
import type { ManifestTools } from '../../../src/core/manifest/manifestTools.ts';
import { type RunningService, startService } from '../../fixtures/manifest/startService.ts';
import { type Home, callTool, echoManifest, makeHome, textOf, toolsOf } from '../../fixtures/manifest/tools.ts';
import { settled } from '../../support/until.ts';

export const windows = process.platform === 'win32' && 'Unix sockets only';
export const methods = [
  'say',
  'slow',
  'fail',
  'denied',
  'nothing',
  'list',
  'secret',
  'big',
  'raw',
  'half',
  'die',
  'dieLater',
  'seen',
];

export interface Seen {
  readonly connections: number;
  readonly calls: number;
  readonly cancelled: number[];
  readonly made: string[];
}

export interface ManifestFixture {
  readonly home: Home;
  start(...flags: readonly string[]): Promise<RunningService>;
  open(more?: Parameters<typeof toolsOf>[1]): Promise<ManifestTools>;
}

/** A home of its own for each test, with a manifest of the fixture service, and an end for all that was started. */
export function useManifestFixture(): ManifestFixture {
  let home: Home;
  const running: RunningService[] = [];
  const made: ManifestTools[] = [];
  beforeEach(async () => {
    home = await makeHome();
    await home.write('echo.json', echoManifest(methods));
  });
  afterEach(async () => {
    for (const tools of made.splice(0)) tools.dispose();
    for (const service of running.splice(0)) await service.stop();
    await home.remove();
  });
  return {
    get home() {
      return home;
    },
    start: async (...flags) => {
      const service = await startService(home.socket, ...flags);
      running.push(service);
      return service;
    },
    open: async (more = {}) => {
      const tools = toolsOf(home, more);
      made.push(tools);
      await tools.ready;
      return tools;
    },
  };
}

/** What the service has seen, asked through the tools. */
export async function seenThrough(tools: ManifestTools): Promise<Seen> {
  return JSON.parse(textOf(await callTool(tools, 'tairseach_seen'))) as Seen;
}

/** Calls until there is a kept connection: one that gave a second answer after it had been open for a while. */
export async function warmUp(tools: ManifestTools): Promise<void> {
  await callTool(tools, 'tairseach_say');
  await callTool(tools, 'tairseach_say');
  await settled();
}
