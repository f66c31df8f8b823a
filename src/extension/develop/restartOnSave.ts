import { stat } from 'node:fs/promises';
import { effect } from '@preact/signals-core';
import * as vscode from 'vscode';
import { type JsonObject, isRecord } from '../../base/json.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import { changeInFile } from '../../core/app/configured/configEditing.ts';
import { serverIdOf } from '../../core/app/configured/serverEntries.ts';
import type { Core } from '../../core/app/core.ts';
import { proposedGlob, watchGlobs } from '../../core/source/watchGlobs.ts';
import type { App } from '../shell/app.ts';

interface Wanted {
  readonly folder: string;
  readonly watch: readonly string[];
}

/** Watches the files of servers that run and say `dev.watch`. Inside the workspace that costs no handle of its own. */
export function watchServerFiles(core: Core): Disposable {
  const lifetime = new Lifetime();
  const watching = new Map<string, { readonly key: string; readonly lifetime: Lifetime }>();
  const follow = (wanted: ReadonlyMap<string, Wanted>): void => {
    for (const [id, { key, lifetime: old }] of watching) {
      if (key === keyOf(wanted.get(id))) continue;
      old.dispose();
      watching.delete(id);
    }
    for (const [id, one] of wanted)
      if (!watching.has(id)) watching.set(id, { key: keyOf(one), lifetime: watchOne(core, id, one) });
  };
  lifetime.defer(() => follow(new Map()));
  lifetime.defer(effect(() => follow(wantedNow(core))));
  return lifetime;
}

function keyOf(wanted: Wanted | undefined): string {
  return JSON.stringify(wanted);
}

function wantedNow(core: Core): ReadonlyMap<string, Wanted> {
  const running = core.servers.value.filter(({ state }) => !/disconnected|pending/.test(state.value.kind));
  const ids = new Set(running.map(({ id }) => id));
  const wanted = new Map<string, Wanted>();
  for (const entry of vscode.workspace.isTrusted ? core.configuration.value.servers : []) {
    const { watch } = entry.options.dev ?? {};
    const folder = entry.source.folder?.path ?? vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
    if (watch && folder !== undefined && ids.has(serverIdOf(entry))) wanted.set(serverIdOf(entry), { folder, watch });
  }
  return wanted;
}

function watchOne(core: Core, id: string, { folder, watch }: Wanted): Lifetime {
  const lifetime = new Lifetime();
  const { includes, isExcluded } = watchGlobs(watch, folder);
  const changed = async ({ fsPath }: vscode.Uri): Promise<void> => {
    if (!isExcluded(fsPath)) core.devLoop.changed(id, await writtenAt(fsPath));
  };
  for (const { base, pattern } of includes) {
    const watcher = lifetime.add(
      vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(vscode.Uri.file(base), pattern)),
    );
    lifetime.add(watcher.onDidChange(changed));
    lifetime.add(watcher.onDidCreate(changed));
    lifetime.add(watcher.onDidDelete(changed));
  }
  return lifetime;
}

async function writtenAt(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).mtimeMs;
  } catch {
    return undefined; // it was deleted
  }
}

/** Written to the entry, where VS Code reads it too. */
export async function toggleRestartOnSave(app: App, id: string): Promise<void> {
  const entry = app.core.entry(id);
  if (!entry) return;
  const { dev, ...rest } = entry.raw;
  const { watch: _, ...others } = (isRecord(dev) ? dev : {}) as JsonObject;
  const isOn = entry.options.dev?.watch !== undefined;
  const glob = isOn ? undefined : await askGlob(entry.name, proposedGlob(entry));
  if (!isOn && glob === undefined) return;
  const next = { ...(glob !== undefined && { watch: glob }), ...others };
  await changeInFile(app.ports.files, entry, Object.keys(next).length > 0 ? { ...rest, dev: next } : rest);
  await app.reloadConfiguration();
}

async function askGlob(name: string, value: string): Promise<string | undefined> {
  const answer = await vscode.window.showInputBox({
    title: vscode.l10n.t('Restart {0} on Save', name),
    prompt: vscode.l10n.t('Files that restart the server when they change, as a glob from the folder of the workspace'),
    value,
  });
  return answer?.trim() === '' ? undefined : answer;
}
