import { l10n } from '../../../base/l10n.ts';
import type { ConfigKind, JsonPath } from './model.ts';

/** What one client's file looks like. */
interface ConfigFormat {
  /** As a user calls it. */
  readonly label: () => string;
  /** Where this client looks for its servers; the first is where we write. */
  readonly roots: readonly JsonPath[];
  /** Names straight under the root, with no key around them. */
  readonly bareMap: boolean;
  /** Where `inputs` may be, if this client has any. */
  readonly inputs: JsonPath | undefined;
  /** The key of a remote server's address. */
  readonly urlKey: 'url' | 'serverUrl';
  /** Comments and trailing commas are fine for the client itself. */
  readonly comments: boolean;
  /** Its file is mainly about other things: without servers in it, its errors are not reported. */
  readonly shared?: true;
}

const foreign = { roots: [['mcpServers']], bareMap: false, inputs: undefined, urlKey: 'url', comments: false } as const;

export const configFormats: Readonly<Record<ConfigKind, ConfigFormat>> = {
  vscode: {
    label: () => l10n.t('VS Code workspace'),
    roots: [['servers']],
    bareMap: false,
    inputs: ['inputs'],
    urlKey: 'url',
    comments: true,
  },
  user: {
    label: () => l10n.t('VS Code user'),
    roots: [['servers']],
    bareMap: false,
    inputs: ['inputs'],
    urlKey: 'url',
    comments: true,
  },
  codeWorkspace: {
    label: () => l10n.t('VS Code workspace file'),
    shared: true,
    roots: [
      ['settings', 'mcp', 'servers'],
      ['settings', 'mcp.servers'],
    ],
    bareMap: false,
    inputs: ['settings', 'mcp', 'inputs'],
    urlKey: 'url',
    comments: true,
  },
  devcontainer: {
    label: () => l10n.t('Dev container'),
    shared: true,
    roots: [['customizations', 'vscode', 'mcp', 'servers']],
    bareMap: false,
    inputs: ['customizations', 'vscode', 'mcp', 'inputs'],
    urlKey: 'url',
    comments: true,
  },
  mcpJson: { ...foreign, label: () => l10n.t('Project (.mcp.json)'), bareMap: true },
  mcprc: { ...foreign, label: () => l10n.t('Project (.mcprc)'), bareMap: true },
  cursor: { ...foreign, label: () => 'Cursor' },
  claudeDesktop: { ...foreign, label: () => 'Claude Desktop' },
  windsurf: { ...foreign, label: () => 'Windsurf', urlKey: 'serverUrl' },
  copilotCli: { ...foreign, label: () => 'Copilot CLI' },
  kimi: { ...foreign, label: () => 'Kimi Code' },
  extension: { ...foreign, label: () => l10n.t('Extension'), roots: [['servers']] },
  plain: { ...foreign, label: () => l10n.t('Text'), bareMap: true, inputs: ['inputs'], comments: true },
};

/** Every place where some client keeps servers; a file is read at all of them that its own format does not exclude. */
export const knownRoots: readonly JsonPath[] = [
  ['servers'],
  ['mcpServers'],
  ['mcp_servers'],
  ['mcp', 'servers'],
  ['mcp', 'mcpServers'],
  ['mcp.servers'],
];

/** Keys beside the servers that are no server, in any of these files. */
export const rootKeys: ReadonlySet<string> = new Set([
  '$schema',
  'servers',
  'mcpServers',
  'mcp_servers',
  'mcp.servers',
  'mcp',
  'inputs',
  'sandbox',
]);
