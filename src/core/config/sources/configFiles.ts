import path from 'node:path';
import type { WorkspacePort } from '../../ports/ports.ts';
import type { ConfigSource } from '../model/model.ts';

const inFolder: readonly (readonly [string, ConfigSource['kind']])[] = [
  ['.vscode/mcp.json', 'vscode'],
  ['.mcp.json', 'mcpJson'],
  ['mcp.json', 'mcpJson'],
  ['.mcprc', 'mcprc'],
  ['.devcontainer/devcontainer.json', 'devcontainer'],
  ['.devcontainer.json', 'devcontainer'],
];

/** The files of the workspace that Switchboard follows: those of each folder, then the workspace's own. */
export function workspaceSources({ folders, file }: Pick<WorkspacePort, 'folders' | 'file'>): readonly ConfigSource[] {
  const ofFolders = folders.flatMap(({ name, path: root }) =>
    inFolder.map(([inside, kind]) => ({ kind, file: path.join(root, inside), folder: { name, path: root } })),
  );
  return file === undefined ? ofFolders : [...ofFolders, { kind: 'codeWorkspace', file }];
}

/** Where a user's files are. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Where programs of this system keep what a user has configured. */
export function configFolder({ platform, home, env }: Machine): string {
  const places: Readonly<Record<string, string>> = {
    darwin: path.join(home, 'Library', 'Application Support'),
    win32: env['APPDATA'] ?? path.join(home, 'AppData', 'Roaming'),
  };
  return places[platform] ?? (env['XDG_CONFIG_HOME'] || path.join(home, '.config'));
}

/** The user's own file of VS Code, in its default profile. */
export function userSource(machine: Machine): ConfigSource {
  return { kind: 'user', file: path.join(configFolder(machine), 'Code', 'User', 'mcp.json') };
}
