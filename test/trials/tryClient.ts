import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../support/sources.ts';
import { type ClientPlace, type TrialClient, gatewayServer, sumText, sumTool } from './clients.ts';
import { processesLeft, trialMark } from './markedProcesses.ts';
import { startScriptedModel } from './scriptedModel.ts';
import { trialFolderFor, trialLaunch } from './trialLaunch.ts';

export interface ClientTrial {
  /** It had the result of the call. */
  readonly called: boolean;
  readonly left: number;
  /** Where the call was not made: the end of what it wrote. */
  readonly output: string;
}

const limitMs = 120_000;

/** The client in a process of its own, and our gateway as its server. */
export async function tryClient(client: TrialClient): Promise<ClientTrial> {
  await using model = await startScriptedModel(sumTool);
  const mark = randomUUID();
  const place = { ...gatewayPlace(mark), modelUrl: model.url };
  const output = await runClient(client, place, mark);
  const called = [output, ...model.results].some((text) => text.includes(sumText));
  return { called, left: await processesLeft(mark), output: called ? '' : output.slice(-500) };
}

function gatewayPlace(mark: string): Omit<ClientPlace, 'modelUrl'> {
  const folder = trialFolderFor('client');
  const { command, args } = trialLaunch({ package: gatewayServer, args: ['stdio'] });
  const servers = path.join(folder, 'servers.json');
  writeFileSync(servers, JSON.stringify({ mcpServers: { everything: { command, args } } }));
  const cli = path.join(projectRoot, 'dist/cli.cjs');
  const launch = {
    command: process.execPath,
    args: [cli, 'gateway', '--alone', '--config', servers, '--trust'],
    env: { ...environment(folder, mark), XDG_STATE_HOME: path.join(folder, 'state') },
  };
  const config = path.join(folder, 'client.json');
  writeFileSync(config, JSON.stringify({ mcpServers: { gateway: launch } }));
  return { folder, launch, config };
}

function environment(folder: string, mark: string): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '', HOME: folder, [trialMark]: mark };
}

function runClient(client: TrialClient, place: ClientPlace, mark: string): Promise<string> {
  const { command, args, env, files = {} } = client.run(place);
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(place.folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(content));
  }
  const child = spawn(command, args, {
    cwd: place.folder,
    env: { ...environment(place.folder, mark), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: limitMs,
  });
  let output = '';
  const keep = (part: Buffer): void => void (output += part.toString('utf8'));
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  return new Promise((resolve) => {
    child.once('error', ({ message }) => resolve(message));
    child.once('close', () => resolve(output));
  });
}
