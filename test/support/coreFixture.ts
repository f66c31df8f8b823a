import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after } from 'node:test';
import type { Core } from '../../src/core/app/core.ts';
import type { CoreParts } from '../../src/core/app/coreParts.ts';
import { type FakePorts, createFakePorts } from './fakePorts.ts';
import { openCore } from './openCore.ts';
import { projectRoot } from './sources.ts';

export const notesServer = path.join(projectRoot, 'test/fixtures/sample-workspace/servers/notes.mjs');
const folders: string[] = [];
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

export interface Subject extends AsyncDisposable {
  readonly core: Core;
  readonly ports: FakePorts;
}

/** The whole core over a folder of its own with this `.vscode/mcp.json`. */
export async function open(config: object | string, more: Partial<CoreParts> = {}): Promise<Subject> {
  const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-core-'));
  folders.push(folder);
  const ports = createFakePorts(folder);
  ports.edit('.vscode/mcp.json', typeof config === 'string' ? config : JSON.stringify(config));
  const core = await openCore(ports, more);
  return { core, ports, [Symbol.asyncDispose]: async () => core.dispose() };
}

export function stdio(...args: string[]): object {
  return { type: 'stdio', command: process.execPath, args };
}

export function stateOf(core: Core, id: string): string {
  const { value } = core.server(id).state;
  return value.kind === 'pending' ? `pending ${value.reason}` : value.kind;
}
