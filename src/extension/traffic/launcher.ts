import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { findOnPath } from '../../core/process/findOnPath.ts';
import { runProgramNow } from '../../core/process/spawnProgram.ts';
import { launcherScript } from '../../core/proxy/launcherScript.ts';
import { type Launcher, electronAsNode, launcherName } from '../../core/proxy/wrapEntry.ts';
import type { App } from '../shell/app.ts';

/** How an entry of mcp.json starts our command line. The script is written on first use, and renewed with each version. */
export class CommandLine {
  readonly #script: string;
  readonly #cli: string;

  constructor(context: vscode.ExtensionContext) {
    this.#script = path.join(context.globalStorageUri.fsPath, launcherName);
    this.#cli = path.join(context.extensionPath, 'dist', 'cli.js');
    if (existsSync(this.#script)) this.#write();
  }

  launcher(): Launcher {
    this.#write();
    const hasNode = isNewEnough(findOnPath('node', process.env['PATH'] ?? ''));
    const isElectron = process.versions['electron'] !== undefined;
    return {
      command: hasNode ? 'node' : process.execPath,
      args: [this.#script],
      env: hasNode || !isElectron ? {} : { [electronAsNode]: '1' },
    };
  }

  #write(): void {
    mkdirSync(path.dirname(this.#script), { recursive: true });
    writeFileSync(this.#script, launcherScript(this.#cli), { mode: 0o600 });
  }
}

/** Our command line needs Node 22.13; where the user's own is older, the one that runs the extension does it. */
function isNewEnough(node: string | undefined): boolean {
  if (node === undefined) return false;
  const stdout = runProgramNow(node, ['--version'], { timeoutMs: 5_000 });
  const [major = 0, minor = 0] = /^v(\d+)\.(\d+)/.exec(stdout)?.slice(1).map(Number) ?? [];
  return major > 22 || (major === 22 && minor >= 13);
}

export interface RecordingApp extends App {
  readonly commandLine: CommandLine;
}
