import { existsSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../process/userStateDir.ts';
import { launcherScript } from './launcherScript.ts';
import { launcherName } from './wrapEntry.ts';

/** The only writer of the launcher: entries of mcp.json and other clients' configurations start the same file. */
export class LauncherFile {
  readonly path: string;
  readonly #cli: string;

  /** An existing one is renewed: after an update it leads to the new version. */
  constructor(folder: string, cli: string) {
    this.path = path.join(folder, launcherName);
    this.#cli = cli;
    if (existsSync(this.path)) this.write();
  }

  write(): void {
    writeWhole(this.path, launcherScript(this.#cli), 0o600);
  }
}

/** Whole or not at all: another client may start it at this moment. */
export function writeWhole(file: string, text: string, mode: number): void {
  makeFolder(path.dirname(file), 0o700);
  writeFileSync(`${file}.part`, text, { mode });
  renameSync(`${file}.part`, file);
}
