import * as path from 'node:path';
import * as vscode from 'vscode';
import { RecordedResponses } from '../../core/traffic/recording/recordedResponses.ts';
import { RecordingReader } from '../../core/traffic/recording/recordingReader.ts';
import type { CommandLineApp } from '../shell/commandLine.ts';
import { addServers } from '../servers/add/addServer.ts';
import { targetsFor } from '../servers/add/targets.ts';
import { pickRecording } from './pickRecording.ts';

/** Adds a server to mcp.json that answers from a recording. It waits for approval like any other. */
export async function startFromRecording(app: CommandLineApp, chosen: unknown): Promise<void> {
  const [item] = targetsFor(app, []); // the workspace's own file, where there is one
  const file = chosen instanceof vscode.Uri ? chosen.fsPath : await pickRecording();
  const server = file === undefined ? undefined : await pickServer(file);
  if (!item || file === undefined || server === undefined) return;
  const { source: target } = item;
  const { command, args, env } = app.commandLine.launcher();
  const body = {
    type: 'stdio',
    command,
    args: [...args, 'replay', portable(file, target.folder?.path), '--server', server],
    ...(Object.keys(env).length > 0 && { env }),
  };
  const name = `${path.basename(file, path.extname(file))}-recording`.replaceAll(/[^\w-]+/g, '-');
  await addServers(app, { servers: [{ name, body }], target });
}

async function pickServer(file: string): Promise<string | undefined> {
  const reader = await RecordingReader.open(file);
  try {
    await reader.indexed;
    const { servers } = await RecordedResponses.read(reader);
    if (servers.length <= 1) return servers[0] ?? '';
    return await vscode.window.showQuickPick([...servers], {
      title: vscode.l10n.t('Select a server from the recording'),
    });
  } finally {
    reader.dispose();
  }
}

/** A recording beside the configuration is found on every machine. */
function portable(file: string, folder: string | undefined): string {
  const step = folder === undefined ? '..' : path.relative(folder, file);
  const isOutside = step.startsWith('..') || path.isAbsolute(step);
  return isOutside ? file : `\${workspaceFolder}/${step.replaceAll('\\', '/')}`;
}
