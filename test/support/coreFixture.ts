import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after } from 'node:test';
import { type Core, createCore } from '../../src/core/app/core.ts';
import type { CoreParts } from '../../src/core/app/coreParts.ts';
import { readSettings } from '../../src/core/app/settings/settings.ts';
import { openPolicy } from '../../src/core/trust/policy.ts';
import { Redactor } from '../../src/core/trust/redaction/redact.ts';
import { type FakePorts, createFakePorts } from './fakePorts.ts';
import { projectRoot } from './sources.ts';

export const notesServer = path.join(projectRoot, 'test/fixtures/sample-workspace/servers/notes.mjs');
const folders: string[] = [];
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

export interface Subject {
  readonly core: Core;
  readonly ports: FakePorts;
}

/** The whole core over a folder of its own with this `.vscode/mcp.json`. */
export async function open(config: object | string, more: Partial<CoreParts> = {}): Promise<Subject> {
  const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-core-'));
  folders.push(folder);
  const ports = createFakePorts(folder);
  ports.edit('.vscode/mcp.json', typeof config === 'string' ? config : JSON.stringify(config));
  return { core: await openOver(ports, more), ports };
}

/** Another core over what an earlier one left, as after a reload of the window, or as in a second window. */
export async function openOver(ports: FakePorts, more: Partial<CoreParts> = {}): Promise<Core> {
  const core = createCore({
    ports,
    settings: readSettings(() => undefined),
    redactor: new Redactor(),
    version: '0.0.0-test',
    clientRequests: {},
    policy: () => openPolicy,
    userSources: [],
    setting: () => undefined,
    ...more,
  });
  await core.ready;
  return core;
}

export function stdio(...args: string[]): object {
  return { type: 'stdio', command: process.execPath, args };
}

export function stateOf(core: Core, id: string): string {
  const { value } = core.server(id).state;
  return value.kind === 'pending' ? `pending ${value.reason}` : value.kind;
}
