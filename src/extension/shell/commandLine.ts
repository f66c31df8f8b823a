import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { findOnPath } from '../../core/process/findOnPath.ts';
import { runProgramNow } from '../../core/process/spawnProgram.ts';
import { commandMark, writeCommand } from '../../core/proxy/commandShim.ts';
import { LauncherFile } from '../../core/proxy/launcherFile.ts';
import { type Launcher, electronAsNode } from '../../core/proxy/wrapEntry.ts';
import type { App } from './app.ts';
import { showMessage } from './messages.ts';

/** How our command line is started from outside: by entries of mcp.json, other clients, terminals. */
export class CommandLine {
  readonly #file: LauncherFile;
  readonly #bin: string;

  constructor({ globalStorageUri, extensionPath }: vscode.ExtensionContext) {
    this.#file = new LauncherFile(globalStorageUri.fsPath, path.join(extensionPath, 'dist', 'cli.cjs'));
    this.#bin = path.join(globalStorageUri.fsPath, 'bin');
  }

  /** For entries of the user's files, where a Node of the user lasts longer than the editor's. */
  launcher(): Launcher {
    return isNewEnough(findOnPath('node', process.env['PATH'] ?? ''))
      ? { command: 'node', args: [this.#written()], env: {} }
      : this.ownLauncher();
  }

  /** By the Node that runs the extension, which needs no PATH. */
  ownLauncher(): Launcher {
    const isElectron = process.versions['electron'] !== undefined;
    return {
      command: process.execPath,
      args: [this.#written()],
      env: isElectron ? { [electronAsNode]: '1' } : {},
    };
  }

  /** Behind the PATH: what the user has installed wins. */
  addToTerminals({ environmentVariableCollection: variables }: vscode.ExtensionContext): void {
    writeCommand(this.#bin, this.ownLauncher());
    variables.description = vscode.l10n.t('Adds the command `switchboard`');
    const options = { applyAtProcessCreation: true, applyAtShellIntegration: true };
    variables.append('PATH', `${path.delimiter}${this.#bin}`, options);
  }

  #written(): string {
    this.#file.write();
    return this.#file.path;
  }
}

/** Our command line needs Node 22.13; where the user's own is older, the one that runs the extension does it. */
function isNewEnough(node: string | undefined): boolean {
  if (node === undefined) return false;
  const stdout = runProgramNow(node, ['--version'], { timeoutMs: 5_000 });
  const [major = 0, minor = 0] = /^v(\d+)\.(\d+)/.exec(stdout)?.slice(1).map(Number) ?? [];
  return major > 22 || (major === 22 && minor >= 13);
}

export interface CommandLineApp extends App {
  readonly commandLine: CommandLine;
}

/** Puts `switchboard` where the shells of this user look for programs. */
export async function installCommand({ commandLine }: CommandLineApp): Promise<void> {
  const folder = programFolder();
  const existing = path.join(folder, 'switchboard');
  if (existsSync(existing) && !readFileSync(existing, 'utf8').includes(commandMark)) {
    void showMessage('warning', vscode.l10n.t('{0} is another program and was not changed.', existing));
    return;
  }
  const file = writeCommand(folder, commandLine.ownLauncher());
  const isFound = (process.env['PATH'] ?? '').split(path.delimiter).includes(folder);
  const message = isFound
    ? vscode.l10n.t('Installed {0}. Run "switchboard help" in a terminal.', file)
    : vscode.l10n.t('Installed {0}. Add its folder to the PATH of your shell.', file);
  void showMessage('information', message);
}

/** Folders that are on the PATH of most users and need no administrator. */
function programFolder(): string {
  const local = process.env['LOCALAPPDATA'];
  return process.platform === 'win32' && local !== undefined
    ? path.join(local, 'Microsoft', 'WindowsApps')
    : path.join(homedir(), '.local', 'bin');
}
