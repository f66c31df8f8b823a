import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectRoot } from '../support/sources.ts';
import { trialMark } from './markedProcesses.ts';
import { type TrialServer, trialFolder } from './servers.ts';

const serverPackages = path.join(projectRoot, 'test/trials/servers/node_modules');

const root = mkdtempSync(path.join(tmpdir(), 'switchboard-trials-'));
process.once('exit', () => rmSync(root, { recursive: true, force: true }));

export function trialFolderFor(what: string): string {
  return mkdtempSync(path.join(root, `${what}-`));
}

/** How a server is started in a trial, the same for a bare client and for us. */
export interface TrialLaunch {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Its working folder and its home. */
  readonly folder: string;
  readonly mark: string;
}

interface Manifest {
  readonly version: string;
  readonly bin: string | Readonly<Record<string, string>>;
}

function manifestOf(name: string): Manifest {
  return JSON.parse(readFileSync(path.join(serverPackages, name, 'package.json'), 'utf8')) as Manifest;
}

export function installedVersion(name: string): string {
  return manifestOf(name).version;
}

/** A new folder each time: no run finds what another left. */
export function trialLaunch(server: TrialServer): TrialLaunch {
  const folder = trialFolderFor('server');
  writeFileSync(path.join(folder, 'hello.txt'), 'hello');
  writeFileSync(path.join(folder, 'api.json'), JSON.stringify(api));
  const mark = randomUUID();
  const inFolder = (text: string): string => text.replaceAll(trialFolder, folder);
  const given = Object.entries(server.env ?? {}).map(([name, value]) => [name, inFolder(value)] as const);
  const { bin } = manifestOf(server.package);
  const program = typeof bin === 'string' ? bin : (Object.values(bin)[0] ?? '');
  return {
    command: process.execPath,
    args: [path.join(serverPackages, server.package, program), ...(server.args ?? []).map(inFolder)],
    env: { HOME: folder, [trialMark]: mark, ...Object.fromEntries(given) },
    folder,
    mark,
  };
}

/** With the folder of this launch in its arguments. */
export function trialCall(
  { call }: TrialServer,
  { folder }: TrialLaunch,
): [string, Record<string, unknown>] | undefined {
  if (!call) return undefined;
  const text = JSON.stringify(call[1]).replaceAll(trialFolder, folder.replaceAll('\\', '\\\\'));
  return [call[0], JSON.parse(text) as Record<string, unknown>];
}

const api = {
  openapi: '3.0.0',
  info: { title: 'A', version: '1' },
  paths: { '/a': { get: { operationId: 'getA', summary: 'A', responses: { 200: { description: 'A' } } } } },
};
