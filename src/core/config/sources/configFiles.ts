import path from 'node:path';
import type { WorkspaceFolder, WorkspacePort } from '../../ports/ports.ts';
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

interface Machine {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The user's own file of VS Code, in its default profile. */
export function userSource({ platform, home, env }: Machine): ConfigSource {
  const places: Readonly<Record<string, string>> = {
    darwin: path.join(home, 'Library', 'Application Support'),
    win32: env['APPDATA'] ?? path.join(home, 'AppData', 'Roaming'),
  };
  const place = places[platform] ?? (env['XDG_CONFIG_HOME'] || path.join(home, '.config'));
  return { kind: 'user', file: path.join(place, 'Code', 'User', 'mcp.json') };
}

/** Where other clients keep their servers. These are read only when a user asks for an import. */
export function importSources(
  { platform, home, env }: Machine,
  folders: readonly WorkspaceFolder[],
): readonly ConfigSource[] {
  const roaming = env['APPDATA'] ?? path.join(home, 'AppData', 'Roaming');
  const desktop = {
    darwin: path.join(home, 'Library', 'Application Support', 'Claude'),
    win32: path.join(roaming, 'Claude'),
  }[platform as string];
  return [
    {
      kind: 'claudeDesktop',
      file: path.join(desktop ?? path.join(home, '.config', 'Claude'), 'claude_desktop_config.json'),
    },
    { kind: 'cursor', file: path.join(home, '.cursor', 'mcp.json') },
    ...folders.map((folder) => ({
      kind: 'cursor' as const,
      file: path.join(folder.path, '.cursor', 'mcp.json'),
      folder,
    })),
    { kind: 'windsurf', file: path.join(home, '.codeium', 'windsurf', 'mcp_config.json') },
    { kind: 'copilotCli', file: path.join(env['COPILOT_HOME'] ?? path.join(home, '.copilot'), 'mcp-config.json') },
    ...folders.map((folder) => ({
      kind: 'copilotCli' as const,
      file: path.join(folder.path, '.github', 'mcp.json'),
      folder,
    })),
    { kind: 'kimi', file: path.join(env['KIMI_CODE_HOME'] ?? path.join(home, '.kimi-code'), 'mcp.json') },
  ];
}
