import { readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { disposable } from '../../base/lifetime.ts';
import { userSource } from '../../core/config/sources/configFiles.ts';
import { ConfigStore } from '../../core/config/sources/configStore.ts';
import type { ConfigSource, ServerEntry } from '../../core/config/model/model.ts';
import { editFile } from '../../core/files/editFile.ts';
import { userLockDir } from '../../core/files/lock.ts';
import { readText } from '../../core/files/readText.ts';
import { replaceFile } from '../../core/files/replaceFile.ts';
import type { ServerHost } from '../../core/mcpServer/host.ts';
import type { FilesPort, WorkspacePort } from '../../core/ports/ports.ts';
import type { CliIo } from '../support/verb.ts';

/** As the embedded server lists them. */
export type ServerViews = ReturnType<ServerHost['listServers']>;

interface CliSources {
  readonly workspace: WorkspacePort;
  readonly userSources: readonly ConfigSource[];
}

/** The files of the folder, its workspace file and the user's own file; or only the one that is named. */
export function cliSources(io: CliIo, named?: ConfigSource): CliSources {
  const file = named ? undefined : workspaceFileIn(io.cwd);
  return {
    workspace: {
      folders: named ? [] : [{ name: path.basename(io.cwd), path: io.cwd }],
      ...(file !== undefined && { file }),
      trusted: true,
      onDidChange: () => disposable(() => {}),
    },
    userSources: named ? [named] : [userSource({ platform: process.platform, home: homedir(), env: io.env })],
  };
}

/** Where there are several, a user has to name one. */
function workspaceFileIn(folder: string): string | undefined {
  try {
    const [first, ...more] = readdirSync(folder).filter((name) => name.endsWith('.code-workspace'));
    return first === undefined || more.length > 0 ? undefined : path.join(folder, first);
  } catch {
    return undefined; // a folder may be entered and not listed
  }
}

export function cliFiles(io: CliIo): FilesPort {
  return {
    read: readText,
    edit: (file, change) => editFile(file, userLockDir(io.env, homedir()), change),
    replace: async (file, text) => void (await replaceFile(file, new TextEncoder().encode(text))),
    watch: () => disposable(() => {}),
  };
}

/** What is configured, for a server that starts none of it. */
export async function configuredViews(io: CliIo): Promise<ServerViews> {
  const store = new ConfigStore({ files: cliFiles(io), ...cliSources(io) });
  try {
    await store.ready;
    return store.configuration.value.servers.map(viewOf);
  } finally {
    store.dispose();
  }
}

function viewOf({ name, source, launch }: ServerEntry): ServerViews[number] {
  const { kind } = launch;
  return {
    id: name,
    label: name,
    source: path.basename(source.file),
    transport: kind,
    state: 'disconnected',
    stateText: 'Not started',
  };
}
