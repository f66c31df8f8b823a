import { l10n } from '../../base/l10n.ts';
import type { ConfigKind } from '../../core/config/model/model.ts';
import type { JsonObject } from '../../base/json.ts';
import { oauthSchema } from './oauthSchema.ts';

/** The shape of a key's value, as JSON Schema; what a completion inserts follows from it. */
interface KeyDescription {
  readonly about: () => string;
  readonly schema: JsonObject;
}

const text: JsonObject = { type: 'string' };
const flag: JsonObject = { type: 'boolean' };
const milliseconds: JsonObject = { type: 'number', minimum: 0 };
const texts: JsonObject = { type: 'array', items: { type: ['string', 'number', 'boolean'] } };
const variables: JsonObject = { type: 'object', additionalProperties: { type: ['string', 'number', 'null'] } };
const headers: JsonObject = { type: 'object', additionalProperties: { type: 'string' } };

const words: JsonObject = { type: ['string', 'array'], items: { type: 'string' } };
const dev: JsonObject = {
  type: 'object',
  properties: {
    watch: words,
    build: words,
    debug: {
      type: 'object',
      required: ['type'],
      properties: { type: { type: 'string', examples: ['node', 'debugpy'] }, attach: { type: 'object' } },
    },
  },
};

/** Every key that some client gives a meaning to, and what it means. */
export const keyDescriptions: Readonly<Record<string, KeyDescription>> = {
  type: { about: () => l10n.t('How the server is reached.'), schema: text },
  command: {
    about: () => l10n.t('The program to start: a name on PATH, or a path. Its arguments go into "args".'),
    schema: text,
  },
  args: {
    about: () => l10n.t('The arguments, one string each. No shell is involved, so nothing needs quoting.'),
    schema: texts,
  },
  env: {
    about: () => l10n.t('Environment variables for the program. Keep secrets out: use an input or a variable.'),
    schema: variables,
  },
  envFile: {
    about: () => l10n.t('A file of NAME=value lines with environment variables for the program.'),
    schema: text,
  },
  cwd: { about: () => l10n.t('The folder in which the program is started.'), schema: text },
  url: { about: () => l10n.t('The URL of a remote server.'), schema: text },
  serverUrl: { about: () => l10n.t('The URL of a remote server.'), schema: text },
  headers: { about: () => l10n.t('HTTP headers that are sent with every request.'), schema: headers },
  oauth: {
    about: () => l10n.t('How to sign in if the server does not register clients by itself.'),
    schema: oauthSchema,
  },
  auth: { about: () => l10n.t('A fixed OAuth client for this server.'), schema: { type: 'object' } },
  transport: { about: () => l10n.t('The transport of a remote server.'), schema: { enum: ['http', 'sse'] } },
  disabled: { about: () => l10n.t('Keeps the server in the file without starting it.'), schema: flag },
  enabled: { about: () => l10n.t('If false, the server stays in the file and is not started.'), schema: flag },
  disabledTools: { about: () => l10n.t('Tools of this server that are not offered.'), schema: texts },
  enabledTools: { about: () => l10n.t('The only tools of this server that are offered.'), schema: texts },
  tools: { about: () => l10n.t('The tools that are offered; "*" means all.'), schema: texts },
  timeout: { about: () => l10n.t('How long a call may take.'), schema: milliseconds },
  startupTimeoutMs: {
    about: () => l10n.t('How long the server may take to start, in milliseconds.'),
    schema: milliseconds,
  },
  toolTimeoutMs: { about: () => l10n.t('How long a call may take, in milliseconds.'), schema: milliseconds },
  toolTimeoutsMs: {
    about: () => l10n.t('How long calls of single tools may take: the name of each tool and its milliseconds.'),
    schema: { type: 'object', additionalProperties: milliseconds },
  },
  autoStart: {
    about: () => l10n.t('Switchboard starts this server with the workspace, once it is approved.'),
    schema: flag,
  },
  autoDiscover: {
    about: () =>
      l10n.t('If false, connecting lists no tools; they are listed when you open the server in the Inspector.'),
    schema: flag,
  },
  alwaysAllow: { about: () => l10n.t('Tools that run without asking.'), schema: texts },
  autoApprove: { about: () => l10n.t('Tools that run without asking.'), schema: texts },
  bearerTokenEnvVar: { about: () => l10n.t('The environment variable that holds the bearer token.'), schema: text },
  headersHelper: { about: () => l10n.t('A command that prints headers for each connection.'), schema: text },
  sandboxEnabled: {
    about: () =>
      l10n.t('VS Code runs the server in a sandbox (macOS and Linux). MCP Switchboard does not enforce one.'),
    schema: flag,
  },
  dev: { about: () => l10n.t('Watches files and restarts the server, or debugs it.'), schema: dev },
  gallery: {
    about: () => l10n.t('Where VS Code installed this server from.'),
    schema: { type: ['string', 'boolean'] },
  },
  version: { about: () => l10n.t('The version that VS Code installed.'), schema: text },
  description: { about: () => l10n.t('A note about this server.'), schema: text },
};

/** Still spoken; what is new should not choose it. */
export function aboutSse(): string {
  return l10n.t('HTTP+SSE is deprecated: use "http" if the server supports Streamable HTTP.');
}

export interface ClientKeys {
  /** How the client is called in a sentence. */
  readonly client: string;
  /** Beside the servers; `undefined` where the file holds much else. */
  readonly root: readonly string[] | undefined;
  readonly stdio: readonly string[];
  readonly remote: readonly string[];
  readonly types: readonly string[];
}

const common = ['command', 'args', 'env'];
const vscode: ClientKeys = {
  client: 'VS Code',
  root: ['$schema', 'servers', 'inputs', 'sandbox'],
  stdio: ['type', ...common, 'envFile', 'cwd', 'sandboxEnabled', 'dev', 'gallery', 'version'],
  remote: ['type', 'url', 'headers', 'oauth', 'dev', 'gallery', 'version'],
  types: ['stdio', 'http', 'sse'],
};
/** Files that several programs read, each in its own way: only keys that none of them knows are reported. */
const anyone: ClientKeys = {
  client: 'no client',
  root: undefined,
  stdio: Object.keys(keyDescriptions),
  remote: Object.keys(keyDescriptions),
  types: ['stdio', 'http', 'sse', 'ws'],
};

export const clientKeys: Readonly<Record<ConfigKind, ClientKeys>> = {
  vscode,
  user: vscode,
  codeWorkspace: { ...vscode, root: undefined },
  devcontainer: { ...vscode, root: undefined },
  mcpJson: {
    client: 'Claude Code',
    root: ['$schema', 'mcpServers'],
    stdio: ['type', ...common, 'timeout', 'alwaysLoad'],
    remote: ['type', 'url', 'headers', 'transport', 'headersHelper', 'oauth', 'timeout', 'alwaysLoad'],
    types: ['stdio', 'http', 'sse', 'ws'],
  },
  mcprc: { ...anyone, types: ['stdio', 'sse', 'http'] },
  cursor: {
    client: 'Cursor',
    root: ['$schema', 'mcpServers'],
    stdio: ['type', ...common, 'envFile'],
    remote: ['type', 'url', 'headers', 'auth'],
    types: ['stdio', 'http', 'sse', 'streamable-http'],
  },
  claudeDesktop: {
    client: 'Claude Desktop',
    root: undefined,
    stdio: ['type', ...common],
    remote: [],
    types: ['stdio'],
  },
  windsurf: {
    client: 'Windsurf',
    root: ['$schema', 'mcpServers'],
    stdio: [...common, 'disabled', 'disabledTools', 'alwaysAllow'],
    remote: ['serverUrl', 'url', 'headers', 'disabled', 'disabledTools', 'alwaysAllow'],
    types: [],
  },
  copilotCli: {
    client: 'Copilot CLI',
    root: ['$schema', 'mcpServers'],
    stdio: ['type', ...common, 'cwd', 'tools', 'timeout', 'disabled'],
    remote: ['type', 'url', 'headers', 'tools', 'timeout', 'oauth', 'disabled'],
    types: ['local', 'stdio', 'http', 'sse'],
  },
  kimi: {
    client: 'Kimi Code',
    root: ['$schema', 'mcpServers'],
    stdio: [
      'type',
      'transport',
      ...common,
      'cwd',
      'enabled',
      'startupTimeoutMs',
      'toolTimeoutMs',
      'enabledTools',
      'disabledTools',
    ],
    remote: [
      'type',
      'transport',
      'url',
      'headers',
      'bearerTokenEnvVar',
      'enabled',
      'startupTimeoutMs',
      'toolTimeoutMs',
      'enabledTools',
      'disabledTools',
      'oauth',
    ],
    types: ['stdio', 'http', 'sse'],
  },
  extension: anyone,
  plain: anyone,
};

/** A plain `mcp.json` belongs to no particular client. */
export function keysOf(kind: ConfigKind, file: string): ClientKeys {
  return kind === 'mcpJson' && !/(?:^|[\\/])\.mcp\.json$/.test(file)
    ? { ...anyone, client: clientKeys.mcpJson.client }
    : clientKeys[kind];
}

/** Another client's key for the same thing. */
export const synonyms: Readonly<Record<string, readonly string[]>> = {
  serverUrl: ['url'],
  httpUrl: ['url'],
  uri: ['url'],
  endpoint: ['url'],
  url: ['serverUrl'],
  transport: ['type'],
  transportType: ['type'],
  cmd: ['command'],
  program: ['command'],
  arguments: ['args'],
  argv: ['args'],
  environment: ['env'],
  envVars: ['env'],
  env_file: ['envFile'],
  workingDirectory: ['cwd'],
  working_directory: ['cwd'],
  workdir: ['cwd'],
  http_headers: ['headers'],
  httpHeaders: ['headers'],
  requestHeaders: ['headers'],
};
