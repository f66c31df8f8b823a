import { readFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { parseJson } from '../../base/json.ts';
import { type OldMemory, migrateCalls, migrateMemory } from '../../core/app/migrateMemory.ts';
import type { Ports } from '../../core/ports/ports.ts';

/** Until 0.1 each window kept what it knew in mementos of VS Code and in a file. To be dropped after the next release. */
export async function migrateState(context: vscode.ExtensionContext, ports: Ports): Promise<void> {
  const { globalStorageUri, storageUri, globalState, workspaceState } = context;
  const { store, workspace, log } = ports;
  try {
    const calls = vscode.Uri.joinPath(storageUri ?? globalStorageUri, 'calls.json').fsPath;
    const oldCalls = await readFile(calls, 'utf8').catch(() => undefined); // nothing was called here yet
    migrateMemory(store, { mark: `memento ${globalStorageUri.fsPath}`, read: () => readAll(globalState) });
    if (storageUri)
      migrateMemory(store, { mark: `memento ${storageUri.fsPath}`, workspace, read: () => readAll(workspaceState) });
    if (oldCalls !== undefined) migrateCalls(store, `calls ${calls}`, () => valueOf(oldCalls), workspace);
  } catch (error) {
    log.warn('what an earlier version remembered was not migrated', { error });
  }
}

function readAll(memento: vscode.Memento): OldMemory {
  return memento.keys().map((key) => [key, memento.get(key)]);
}

function valueOf(text: string): unknown {
  const parsed = parseJson(text);
  return parsed.ok ? parsed.value : undefined;
}
