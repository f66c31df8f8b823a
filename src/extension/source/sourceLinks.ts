import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as vscode from 'vscode';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { Core } from '../../core/app/core.ts';
import { isInside } from '../../core/files/isInside.ts';
import type { DefinitionKind } from '../../core/source/registration.ts';
import { SourceIndex, type SourcePlace } from '../../core/source/sourceIndex.ts';
import { type StackPosition, stackPositions } from '../../core/source/stackLines.ts';
import { sourceFolder } from './sourceFolder.ts';

/** A position that exists in the server's folder. */
export interface LinkedPosition extends StackPosition {
  readonly path: string;
}

/** The sources of servers: where something is registered, and what positions in their output mean. */
export class SourceLinks implements Disposable {
  readonly #core: Core;
  readonly #lifetime = new Lifetime();
  readonly #indexes = new Map<string, SourceIndex>();

  constructor(core: Core) {
    this.#core = core;
    const refresh = (uris: readonly vscode.Uri[]): void => {
      for (const { fsPath } of uris)
        for (const [folder, index] of this.#indexes) if (isInside(fsPath, folder)) void index.refresh(fsPath);
    };
    this.#lifetime.add(vscode.workspace.onDidSaveTextDocument(({ uri }) => refresh([uri])));
    this.#lifetime.add(vscode.workspace.onDidCreateFiles(({ files }) => refresh(files)));
    this.#lifetime.add(vscode.workspace.onDidDeleteFiles(({ files }) => refresh(files)));
  }

  /** Indexes the folder at the first question; nothing before. */
  async placesOf(server: string, kind: DefinitionKind, name: string): Promise<readonly SourcePlace[]> {
    const folder = sourceFolder(this.#core, server);
    return folder === undefined ? [] : this.#indexOf(folder).find(kind, name);
  }

  /** A text of a server is data: a position counts only where its file exists in the server's own folder. */
  positionsIn(server: string, text: string): readonly LinkedPosition[] {
    const folder = sourceFolder(this.#core, server);
    if (folder === undefined) return [];
    return stackPositions(text).flatMap((position) => {
      const file = absolute(position.file, folder);
      return file !== undefined && isInside(file, folder) && existsSync(file) ? [{ ...position, path: file }] : [];
    });
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #indexOf(folder: string): SourceIndex {
    const index = this.#indexes.get(folder) ?? new SourceIndex(folder);
    this.#indexes.set(folder, index);
    return index;
  }
}

function absolute(file: string, folder: string): string | undefined {
  try {
    return file.startsWith('file:') ? fileURLToPath(file) : path.resolve(folder, file);
  } catch {
    return undefined; // no path of this system
  }
}
