import path from 'node:path';
import { projectRoot } from '../support/sources.ts';

const clientPackages = path.join(projectRoot, 'test/trials/clients');
const inPackage = (name: string, file: string): string => path.join(clientPackages, 'node_modules', name, file);

/** The server behind the gateway, and the call that every client makes. */
export const gatewayServer = '@modelcontextprotocol/server-everything';
export const sumTool = 'mcp_everything_get-sum';
const sumArgs = { a: 2, b: 3 };
/** In the result of the call. */
export const sumText = 'The sum of 2 and 3 is 5.';

/** What a client finds: how the gateway is started, and files that say so. */
export interface ClientPlace {
  readonly folder: string;
  readonly launch: object;
  /** `{ "mcpServers": { "gateway": … } }` */
  readonly config: string;
  readonly modelUrl: string;
}

export interface ClientRun {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Files of its folder, by their names. */
  readonly files?: Readonly<Record<string, object>>;
}

export interface TrialClient {
  readonly package: string;
  readonly kind: 'library' | 'command line' | 'agent, with a scripted model';
  /** False for a client that calls a tool by its name without having listed it. */
  readonly lists: boolean;
  run(place: ClientPlace): ClientRun;
}

const node = process.execPath;

function library(name: string): TrialClient {
  return {
    package: name,
    kind: 'library',
    lists: true,
    run: ({ launch }) => ({
      command: node,
      args: [path.join(clientPackages, 'libraries.mjs'), name],
      env: { LAUNCH: JSON.stringify(launch), CALL: JSON.stringify({ tool: sumTool, args: sumArgs }) },
    }),
  };
}

const claude: TrialClient = {
  package: '@anthropic-ai/claude-code',
  kind: 'agent, with a scripted model',
  lists: true,
  run: ({ config, modelUrl }) => ({
    command: inPackage(`@anthropic-ai/claude-code-${process.platform}-${process.arch}`, 'claude'),
    args: [
      '-p',
      'add 2 and 3',
      '--mcp-config',
      config,
      '--strict-mcp-config',
      '--allowedTools',
      `mcp__gateway__${sumTool}`,
    ],
    env: {
      ANTHROPIC_BASE_URL: modelUrl,
      ANTHROPIC_API_KEY: 'none',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      ENABLE_TOOL_SEARCH: 'false', // else the model gets a search in place of the tools
      MCP_CONNECTION_NONBLOCKING: 'false', // else its first request may come before the tools
    },
  }),
};

const gemini: TrialClient = {
  package: '@google/gemini-cli',
  kind: 'agent, with a scripted model',
  lists: true,
  run: ({ launch, modelUrl }) => ({
    command: node,
    args: [inPackage('@google/gemini-cli', 'bundle/gemini.js'), '-p', 'add 2 and 3', '--approval-mode', 'yolo'],
    env: { GEMINI_CLI_TRUST_WORKSPACE: 'true', GOOGLE_GEMINI_BASE_URL: modelUrl, GEMINI_API_KEY: 'none' },
    files: {
      '.gemini/settings.json': {
        mcpServers: { gateway: { ...launch, trust: true } },
        security: { auth: { selectedType: 'gemini-api-key' } },
        model: { name: 'gemini-2.5-flash' },
        privacy: { usageStatisticsEnabled: false },
      },
    },
  }),
};

function words(flags: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value]);
}

const inspector: TrialClient = {
  package: '@modelcontextprotocol/inspector',
  kind: 'command line',
  lists: true,
  run: ({ config }) => ({
    command: node,
    args: [
      inPackage('@modelcontextprotocol/inspector', 'clients/launcher/build/index.js'),
      '--cli',
      ...words({ config, server: 'gateway', method: 'tools/call', 'tool-name': sumTool }),
      ...Object.entries(sumArgs).flatMap(([name, value]) => ['--tool-arg', `${name}=${value}`]),
    ],
  }),
};

const mcpCli: TrialClient = {
  package: '@wong2/mcp-cli',
  kind: 'command line',
  lists: false,
  run: ({ config }) => ({
    command: node,
    args: [
      inPackage('@wong2/mcp-cli', 'src/cli.js'),
      '--config',
      config,
      'call-tool',
      `gateway:${sumTool}`,
      '--args',
      JSON.stringify(sumArgs),
    ],
  }),
};

export const trialClients: readonly TrialClient[] = [
  library('@ai-sdk/mcp'),
  claude,
  gemini,
  library('@langchain/mcp-adapters'),
  library('@modelcontextprotocol/client'),
  inspector,
  library('@modelcontextprotocol/sdk'),
  library('@openai/agents'),
  mcpCli,
  library('mcporter'),
];
