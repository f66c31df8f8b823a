import { l10n } from '../../../base/l10n.ts';
import type { JsonObject } from '../../../base/json.ts';
import type { NewServer } from '../edit/edit.ts';

/** A server that users use, in VS Code's form. `{{…}}` is what the user fills in. */
export interface KnownServer {
  readonly name: string;
  readonly about: () => string;
  readonly body: JsonObject;
  readonly inputs?: readonly { readonly id: string; readonly about: () => string }[];
}

function npx(pack: string, args: readonly string[] = [], env?: JsonObject): JsonObject {
  return { type: 'stdio', command: 'npx', args: ['-y', pack, ...args], ...(env && { env }) };
}

function uvx(pack: string, args: readonly string[] = [], env?: JsonObject): JsonObject {
  return { type: 'stdio', command: 'uvx', args: [pack, ...args], ...(env && { env }) };
}

function docker(image: string, variables: readonly string[], env?: JsonObject): JsonObject {
  const passed = variables.flatMap((name) => ['-e', name]);
  return { type: 'stdio', command: 'docker', args: ['run', '-i', '--rm', ...passed, image], ...(env && { env }) };
}

function remote(url: string, headers?: JsonObject): JsonObject {
  return { type: 'http', url, ...(headers && { headers }) };
}

const key = (id: string, about: () => string) => [{ id, about }];

/** Shipped, so that completion needs no network. Versions are those that were tested. */
export const knownServers: readonly KnownServer[] = [
  {
    name: 'filesystem',
    about: () => l10n.t('Reads and writes files in the folders you name'),
    body: npx('@modelcontextprotocol/server-filesystem@2026.8.31', ['{{${workspaceFolder}}}']),
  },
  {
    name: 'memory',
    about: () => l10n.t('A knowledge graph that lasts between sessions'),
    body: npx('@modelcontextprotocol/server-memory@2026.8.31'),
  },
  {
    name: 'sequential-thinking',
    about: () => l10n.t('Step-by-step reasoning with revisions'),
    body: npx('@modelcontextprotocol/server-sequential-thinking@2026.8.31'),
  },
  {
    name: 'everything',
    about: () => l10n.t('Every feature of the protocol, for testing clients'),
    body: npx('@modelcontextprotocol/server-everything@2026.8.31'),
  },
  { name: 'fetch', about: () => l10n.t('Fetches web pages as Markdown'), body: uvx('mcp-server-fetch') },
  {
    name: 'git',
    about: () => l10n.t('Reads and changes a git repository'),
    body: uvx('mcp-server-git', ['--repository', '{{${workspaceFolder}}}']),
  },
  { name: 'time', about: () => l10n.t('Current time and time zones'), body: uvx('mcp-server-time') },
  {
    name: 'github',
    about: () => l10n.t("GitHub's own server: repositories, issues, pull requests"),
    body: remote('https://api.githubcopilot.com/mcp/'),
  },
  {
    name: 'github-docker',
    about: () => l10n.t("GitHub's own server, run locally"),
    body: docker('ghcr.io/github/github-mcp-server', ['GITHUB_PERSONAL_ACCESS_TOKEN'], {
      GITHUB_PERSONAL_ACCESS_TOKEN: '${input:github-token}',
    }),
    inputs: key('github-token', () => l10n.t('GitHub personal access token')),
  },
  { name: 'playwright', about: () => l10n.t('Drives a browser'), body: npx('@playwright/mcp@0.0.83') },
  {
    name: 'chrome-devtools',
    about: () => l10n.t('Debugs and measures pages in Chrome'),
    body: npx('chrome-devtools-mcp@1.11.0'),
  },
  {
    name: 'context7',
    about: () => l10n.t('Up-to-date documentation of libraries'),
    body: npx('@upstash/context7-mcp@4.1.1'),
  },
  {
    name: 'context7-remote',
    about: () => l10n.t('Up-to-date documentation of libraries, hosted'),
    body: remote('https://mcp.context7.com/mcp'),
  },
  {
    name: 'deepwiki',
    about: () => l10n.t('Questions about public GitHub repositories'),
    body: remote('https://mcp.deepwiki.com/mcp'),
  },
  {
    name: 'microsoft-learn',
    about: () => l10n.t('Official Microsoft documentation'),
    body: remote('https://learn.microsoft.com/api/mcp'),
  },
  {
    name: 'hugging-face',
    about: () => l10n.t('Models, datasets and Spaces'),
    body: remote('https://huggingface.co/mcp'),
  },
  {
    name: 'dbhub',
    about: () => l10n.t('SQL over PostgreSQL, MySQL, SQLite and others'),
    body: npx('@bytebase/dbhub@1.4.0', ['--dsn', '{{sqlite:///path/to/data.db}}']),
  },
  {
    name: 'kubernetes',
    about: () => l10n.t('Kubernetes and OpenShift clusters'),
    body: npx('kubernetes-mcp-server@0.0.67'),
  },
  { name: 'notion', about: () => l10n.t("Notion's hosted server"), body: remote('https://mcp.notion.com/mcp') },
  {
    name: 'notion-local',
    about: () => l10n.t('Notion through an integration token'),
    body: npx('@notionhq/notion-mcp-server@2.5.2', [], { NOTION_TOKEN: '${input:notion-token}' }),
    inputs: key('notion-token', () => l10n.t('Notion integration token')),
  },
  {
    name: 'firecrawl',
    about: () => l10n.t('Scrapes and crawls web sites'),
    body: npx('firecrawl-mcp@3.26.0', [], { FIRECRAWL_API_KEY: '${input:firecrawl-key}' }),
    inputs: key('firecrawl-key', () => l10n.t('Firecrawl API key')),
  },
  { name: 'linear', about: () => l10n.t('Issues and projects of Linear'), body: remote('https://mcp.linear.app/mcp') },
  { name: 'sentry', about: () => l10n.t('Errors and traces of Sentry'), body: remote('https://mcp.sentry.dev/mcp') },
  { name: 'stripe', about: () => l10n.t('Payments'), body: remote('https://mcp.stripe.com') },
  {
    name: 'supabase',
    about: () => l10n.t('Databases and projects of Supabase'),
    body: remote('https://mcp.supabase.com/mcp'),
  },
  { name: 'vercel', about: () => l10n.t('Deployments and logs of Vercel'), body: remote('https://mcp.vercel.com') },
  {
    name: 'cloudflare-docs',
    about: () => l10n.t('Documentation of Cloudflare'),
    body: remote('https://docs.mcp.cloudflare.com/mcp'),
  },
  {
    name: 'figma',
    about: () => l10n.t('The file that is open in the Figma app'),
    body: remote('http://127.0.0.1:3845/mcp'),
  },
  { name: 'chart', about: () => l10n.t('Charts as images'), body: npx('@antv/mcp-server-chart@0.9.10') },
  { name: 'repomix', about: () => l10n.t('Packs a repository for a model'), body: npx('repomix@1.18.1', ['--mcp']) },
  {
    name: 'eslint',
    about: () => l10n.t('Lints files with the ESLint of the project'),
    body: npx('@eslint/mcp@0.3.13'),
  },
  {
    name: 'pdf',
    about: () => l10n.t('Reads and shows PDF files'),
    body: npx('@modelcontextprotocol/server-pdf@2.0.4', ['--stdio']),
  },
  {
    name: 'map',
    about: () => l10n.t('Shows places on a globe'),
    body: npx('@modelcontextprotocol/server-map@2.0.3', ['--stdio']),
  },
  { name: 'azure', about: () => l10n.t('Azure resources'), body: npx('@azure/mcp', ['server', 'start']) },
  { name: 'aws-docs', about: () => l10n.t('Documentation of AWS'), body: uvx('awslabs.aws-documentation-mcp-server') },
  {
    name: 'terraform',
    about: () => l10n.t('Providers and modules of the Terraform registry'),
    body: docker('hashicorp/terraform-mcp-server', []),
  },
  {
    name: 'grafana',
    about: () => l10n.t('Dashboards and data of Grafana'),
    body: docker('mcp/grafana', ['GRAFANA_URL', 'GRAFANA_SERVICE_ACCOUNT_TOKEN'], {
      GRAFANA_URL: '{{http://localhost:3000}}',
      GRAFANA_SERVICE_ACCOUNT_TOKEN: '${input:grafana-token}',
    }),
    inputs: key('grafana-token', () => l10n.t('Grafana service account token')),
  },
  {
    name: 'switchboard',
    about: () => l10n.t('The embedded server of MCP Switchboard, for other clients'),
    body: { type: 'stdio', command: 'switchboard', args: ['serve'] },
  },
];

const mark = /\{\{(.*?)\}\}(?!\})/g;

/** The suggestions for what differs from user to user; the folder of the workspace does not. */
export function ownValues({ body }: KnownServer): readonly string[] {
  return [...JSON.stringify(body).matchAll(mark)].flatMap(([, value = '']) => (value.startsWith('${') ? [] : [value]));
}

/** To be written to a file, with the user's own values in their order. */
export function knownAsNew({ name, body, inputs = [] }: KnownServer, values: readonly string[]): NewServer {
  const left = [...values];
  const fill = (_: string, value: string): string =>
    value.startsWith('${') ? value : JSON.stringify(left.shift() ?? value).slice(1, -1);
  const filled = JSON.parse(JSON.stringify(body).replaceAll(mark, fill)) as JsonObject;
  const declared = inputs.map(({ id, about }) => ({
    type: 'promptString',
    id,
    description: about(),
    password: true,
  }));
  return { name, body: filled, ...(declared.length > 0 && { inputs: declared }) };
}
