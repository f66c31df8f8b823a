import * as vscode from 'vscode';
import type { JsonObject } from '../../base/json.ts';
import type { CheckFile } from '../../core/checks/model/checkFile.ts';
import { inlineServer } from '../../core/checks/read/inlineServer.ts';
import type { ManagedServer } from '../../core/servers/model/server.ts';
import type { CommandLineApp } from '../shell/commandLine.ts';
import type { Refusal } from './resultMessages.ts';

/** A server that the file defines itself has the path of the file for a name, which no other server has. */
export function serverName({ server, file }: CheckFile): string {
  return typeof server === 'string' ? server : vscode.workspace.asRelativePath(file);
}

/** One that the file defines itself is added to the window, where it waits for its approval like any other. */
export async function serverOf(app: CommandLineApp, checkFile: CheckFile): Promise<ManagedServer | Refusal> {
  const name = serverName(checkFile);
  const defined = inlineServer(checkFile, name, (recording) => replayEntry(app, recording));
  const [problem] = defined?.problems.filter(({ severity }) => severity === 'error') ?? [];
  if (problem) return { why: problem.message };
  if (defined) {
    app.inlineServers.value = [...without(app, checkFile.file), defined];
    await app.core.reload();
  }
  const server = app.core.servers.value.find(({ id }) => id === name);
  return server ?? { why: vscode.l10n.t('No server "{0}" is configured.', name) };
}

/** The file is gone, and with it the server that it defines. */
export function removeServerOf(app: CommandLineApp, file: string): void {
  app.inlineServers.value = without(app, file);
}

function without({ inlineServers }: CommandLineApp, file: string): CommandLineApp['inlineServers']['value'] {
  return inlineServers.peek().filter(({ source }) => source.file !== file);
}

function replayEntry({ commandLine }: CommandLineApp, recording: string): JsonObject {
  const { command, args, env } = commandLine.ownLauncher();
  return { command, args: [...args, 'replay', recording], env };
}
