import path from 'node:path';
import { parse as parseYaml } from 'yaml';
import { type JsonObject, isRecord } from '../../../base/json.ts';
import type { FilesPort, WorkspaceFolder } from '../../ports/ports.ts';
import type { NewServer } from '../edit/edit.ts';
import type { ServerEntry } from '../model/model.ts';
import { parseConfig } from '../parse/parseConfig.ts';
import { parseJsonTree, toValue } from '../text/jsonTree.ts';
import { readToml } from '../text/readToml.ts';
import type { Machine } from './configFiles.ts';
import { clientBody } from './exportConfig.ts';
import { jetBrainsServers } from './jetBrains.ts';

/** Servers that stand together in a file: all of it, or one project's part. */
interface Group {
  readonly project?: string;
  readonly servers: unknown;
}

/** The workspace.xml of an old project has some hundred KB. */
const mostBytes = 8_000_000;

type Read = (text: string) => readonly Group[];

/** A file in which another client keeps its servers. */
interface ClientFile {
  readonly client: string;
  readonly file: string;
  readonly read: Read;
}

/** A server of another client, and where it stands. */
export interface ImportedServer {
  readonly client: string;
  readonly file: string;
  /** The folder of the project that it is for; absent where it is for all. */
  readonly project: string | undefined;
  readonly entry: ServerEntry;
  readonly server: NewServer;
}

const json = (text: string): unknown => {
  const { root } = parseJsonTree(text);
  return root && toValue(root);
};
const member = (value: unknown, key: string): unknown => (isRecord(value) ? value[key] : undefined);
const under =
  (key: string): Read =>
  (text) => [{ servers: member(json(text), key) }];
const plain = under('mcpServers');

/** Since 2025.3; earlier versions have XML. */
const jetBrains: Read = (text) => {
  const root = json(text);
  return [{ servers: member(root, 'mcpServers') ?? root }];
};

/** The user's servers, and those of each project by its folder. */
const claudeCode: Read = (text) => {
  const root = json(text);
  const projects = Object.entries(member(root, 'projects') ?? {});
  return [
    { servers: member(root, 'mcpServers') },
    ...projects.map(([project, settings]) => ({ project, servers: member(settings, 'mcpServers') })),
  ];
};

const codex: Read = (text) => [{ servers: member(readToml(text), 'mcp_servers') }];

const jetBrainsXml: Read = (text) => [{ servers: jetBrainsServers(text) }];
const inXml = (files: readonly string[]): readonly ClientFile[] =>
  files.map((file) => ({ client: 'JetBrains AI Assistant', file, read: jetBrainsXml }));

/** `command` is an object in some versions. */
const zed: Read = (text) => [{ servers: mapBodies(member(json(text), 'context_servers'), zedBody) }];

function zedBody(body: JsonObject): JsonObject {
  const { command } = body;
  if (!isRecord(command)) return body;
  const { path: program, ...rest } = command;
  return { command: program, ...rest } as JsonObject;
}

/** Its own extensions are no MCP servers. */
const goose: Read = (text) => [{ servers: mapBodies(member(parseYaml(text), 'extensions'), gooseBody) }];

function gooseBody({ type, cmd, args, envs, uri, headers, enabled }: JsonObject): JsonObject | undefined {
  if (type === 'stdio') return { command: cmd, args, env: envs, enabled };
  return uri === undefined ? undefined : { type, url: uri, headers, enabled };
}

function mapBodies(servers: unknown, change: (body: JsonObject) => JsonObject | undefined): unknown {
  if (!isRecord(servers)) return undefined;
  const bodies = Object.entries(servers).map(([name, body]) => [name, isRecord(body) && change(body as JsonObject)]);
  return Object.fromEntries(bodies.filter(([, body]) => body));
}

/**
 * Where other clients keep their servers; `ofIdes` are the files of `jetBrainsFiles`. These are read only when a user
 * asks for an import.
 */
export function clientFiles(
  { platform, home, env }: Machine,
  folders: readonly WorkspaceFolder[],
  ofIdes: readonly string[],
): readonly ClientFile[] {
  const roaming = env['APPDATA'] ?? path.join(home, 'AppData', 'Roaming');
  const support = platform === 'darwin' ? path.join(home, 'Library', 'Application Support') : roaming;
  const desktop = platform !== 'darwin' && platform !== 'win32' ? path.join(home, '.config') : support;
  const config = env['XDG_CONFIG_HOME'] ?? path.join(home, '.config');
  const windows = platform === 'win32';
  const dirs = folders.map((folder) => folder.path);
  const inHomeAndFolders = (client: string, read: Read, ...inside: string[]): readonly ClientFile[] =>
    [home, ...dirs].map((dir) => ({ client, file: path.join(dir, ...inside), read }));
  const inHome = (client: string, read: Read, ...inside: string[]): ClientFile => ({
    client,
    file: path.join(home, ...inside),
    read,
  });
  return [
    {
      client: 'Claude Desktop',
      file: path.join(desktop, 'Claude', 'claude_desktop_config.json'),
      read: plain,
    },
    inHome('Claude Code', claudeCode, '.claude.json'),
    { client: 'Codex', file: path.join(env['CODEX_HOME'] ?? path.join(home, '.codex'), 'config.toml'), read: codex },
    ...inHomeAndFolders('Gemini', plain, '.gemini', 'settings.json'),
    ...inHomeAndFolders('Cursor', plain, '.cursor', 'mcp.json'),
    inHome('Windsurf', plain, '.codeium', 'windsurf', 'mcp_config.json'),
    { client: 'Zed', file: path.join(windows ? roaming : config, windows ? 'Zed' : 'zed', 'settings.json'), read: zed },
    ...inHomeAndFolders('JetBrains Junie', plain, '.junie', 'mcp', 'mcp.json'),
    ...inHomeAndFolders('JetBrains AI Assistant', jetBrains, '.ai', 'mcp', 'mcp.json'),
    ...inXml([...ofIdes, ...dirs.map((dir) => path.join(dir, '.idea', 'workspace.xml'))]),
    {
      client: 'JetBrains (GitHub Copilot)',
      file: path.join(windows ? roaming : config, 'github-copilot', 'intellij', 'mcp.json'),
      read: under('servers'),
    },
    {
      client: 'Goose',
      file: windows
        ? path.join(roaming, 'Block', 'goose', 'config', 'config.yaml')
        : path.join(config, 'goose', 'config.yaml'),
      read: goose,
    },
    inHome('LM Studio', plain, '.lmstudio', 'mcp.json'),
    {
      client: 'Copilot CLI',
      file: path.join(env['COPILOT_HOME'] ?? path.join(home, '.copilot'), 'mcp-config.json'),
      read: plain,
    },
    ...dirs.map((dir) => ({ client: 'Copilot CLI', file: path.join(dir, '.github', 'mcp.json'), read: plain })),
    {
      client: 'Kimi Code',
      file: path.join(env['KIMI_CODE_HOME'] ?? path.join(home, '.kimi-code'), 'mcp.json'),
      read: plain,
    },
  ];
}

/** Everything that is found, in the order of the files. A file that cannot be read holds nothing. */
export async function readOtherClients(
  files: Pick<FilesPort, 'read'>,
  places: readonly ClientFile[],
): Promise<readonly ImportedServer[]> {
  const read = (file: string): Promise<string | undefined> => files.read(file, mostBytes).catch(() => undefined);
  const found = await Promise.all(places.map(async (place) => serversOf(place, await read(place.file))));
  return found.flat();
}

function serversOf({ client, file, read }: ClientFile, text: string | undefined): readonly ImportedServer[] {
  if (text === undefined) return [];
  return groupsOf(read, text).flatMap(({ project, servers }) => {
    const { servers: entries } = parseConfig(JSON.stringify({ mcpServers: servers ?? {} }), 'plain', file);
    return entries.map((entry) => {
      const server = { name: entry.name, body: clientBody(entry, 'vscode') };
      return { client, file, project, entry, server };
    });
  });
}

function groupsOf(read: Read, text: string): readonly Group[] {
  try {
    return read(text);
  } catch {
    return []; // YAML that is none: nothing is found there
  }
}
