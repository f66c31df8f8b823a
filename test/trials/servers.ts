/** A server of npm, at the version in servers/package.json, which also names its program. */
export interface TrialServer {
  readonly package: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** A tool that changes nothing outside the trial's folder, and its arguments. */
  readonly call?: readonly [string, Readonly<Record<string, unknown>>];
  /** What it lacks here, so that it goes only so far. */
  readonly needs?: 'a token' | 'the network' | 'a browser' | 'a database';
}

/** Stands for the folder of a trial, which holds `hello.txt` and `api.json`. */
export const trialFolder = '$FOLDER';
const none = 'not-a-token';
const sum = { a: 2, b: 3 };
const nowhere = 'http://127.0.0.1:1';

function withToken(name: string, ...variables: readonly string[]): TrialServer {
  return { package: name, env: Object.fromEntries(variables.map((key) => [key, none])), needs: 'a token' };
}

export const trialServers: readonly TrialServer[] = [
  {
    package: '@agent-infra/mcp-server-filesystem',
    args: ['--allowed-directories', trialFolder],
    call: ['list_allowed_directories', {}],
  },
  withToken('@amap/amap-maps-mcp-server', 'AMAP_MAPS_API_KEY'),
  { package: '@antv/mcp-server-chart', needs: 'the network' },
  { ...withToken('@apify/actors-mcp-server', 'APIFY_TOKEN'), needs: 'the network' },
  withToken('@baidumap/mcp-server-baidu-map', 'BAIDU_MAP_API_KEY'),
  withToken('@bitwarden/mcp-server', 'BW_SESSION'),
  withToken('@brave/brave-search-mcp-server', 'BRAVE_API_KEY'),
  withToken('@brightdata/mcp', 'API_TOKEN'),
  { package: '@browsermcp/mcp', needs: 'a browser' },
  {
    package: '@bytebase/dbhub',
    args: ['--transport', 'stdio', '--demo'],
    call: ['execute_sql', { sql: 'select 5 as five' }],
  },
  withToken('@circleci/mcp-server-circleci', 'CIRCLECI_TOKEN'),
  withToken('@codacy/codacy-mcp', 'CODACY_ACCOUNT_TOKEN'),
  withToken('@currents/mcp', 'CURRENTS_API_KEY'),
  { package: '@cyanheads/git-mcp-server', call: ['git_status', { path: trialFolder }] },
  { package: '@eslint/mcp' },
  withToken('@hubspot/mcp-server', 'PRIVATE_APP_ACCESS_TOKEN'),
  {
    package: '@ivotoby/openapi-mcp-server',
    args: ['--api-base-url', nowhere, '--openapi-spec', `${trialFolder}/api.json`],
    call: ['get-a', {}],
    needs: 'the network',
  },
  { package: '@kazuph/mcp-fetch', needs: 'the network' },
  { ...withToken('@launchdarkly/mcp-server'), args: ['start', '--api-key', none] },
  withToken('@line/line-bot-mcp-server', 'CHANNEL_ACCESS_TOKEN', 'DESTINATION_USER_ID'),
  { package: '@magicuidesign/mcp', needs: 'the network' },
  { package: '@mcp-get-community/server-curl', needs: 'the network' },
  { package: '@mcp-get-community/server-llm-txt', needs: 'the network' },
  {
    ...withToken('@modelcontextprotocol/server-aws-kb-retrieval', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'),
  },
  withToken('@modelcontextprotocol/server-brave-search', 'BRAVE_API_KEY'),
  withToken('@modelcontextprotocol/server-everart', 'EVERART_API_KEY'),
  { package: '@modelcontextprotocol/server-everything', args: ['stdio'], call: ['get-sum', sum] },
  {
    package: '@modelcontextprotocol/server-filesystem',
    args: [trialFolder],
    call: ['read_text_file', { path: `${trialFolder}/hello.txt` }],
  },
  withToken('@modelcontextprotocol/server-github', 'GITHUB_PERSONAL_ACCESS_TOKEN'),
  withToken('@modelcontextprotocol/server-gitlab', 'GITLAB_PERSONAL_ACCESS_TOKEN'),
  withToken('@modelcontextprotocol/server-google-maps', 'GOOGLE_MAPS_API_KEY'),
  { package: '@modelcontextprotocol/server-map', args: ['--stdio'], call: ['show-map', {}] },
  {
    package: '@modelcontextprotocol/server-memory',
    env: { MEMORY_FILE_PATH: `${trialFolder}/memory.json` },
    call: ['read_graph', {}],
  },
  { package: '@modelcontextprotocol/server-pdf', args: ['--stdio'], call: ['list_pdfs', {}] },
  {
    package: '@modelcontextprotocol/server-postgres',
    args: ['postgresql://127.0.0.1:1/none'],
    call: ['query', { sql: 'select 1' }],
    needs: 'a database',
  },
  { package: '@modelcontextprotocol/server-puppeteer', needs: 'a browser' },
  {
    package: '@modelcontextprotocol/server-sequential-thinking',
    call: ['sequentialthinking', { thought: 'one', nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 }],
  },
  withToken('@modelcontextprotocol/server-slack', 'SLACK_BOT_TOKEN', 'SLACK_TEAM_ID'),
  { package: '@mui/mcp', needs: 'the network' },
  withToken('@notionhq/notion-mcp-server', 'NOTION_TOKEN'),
  withToken('@perplexity-ai/mcp-server', 'PERPLEXITY_API_KEY'),
  withToken('@pinecone-database/mcp', 'PINECONE_API_KEY'),
  { package: '@playwright/mcp', needs: 'a browser' },
  withToken('@postman/postman-mcp-server', 'POSTMAN_API_KEY'),
  { ...withToken('@sentry/mcp-server'), args: [`--access-token=${none}`, '--host=sentry.example.com'] },
  { package: '@softeria/ms-365-mcp-server', call: ['list-accounts', {}], needs: 'a token' },
  {
    package: '@supabase/mcp-server-postgrest',
    args: ['--apiUrl', nowhere, '--schema', 'public'],
    call: ['sqlToRest', { sql: 'select * from notes' }],
  },
  { package: '@supabase/mcp-server-supabase', args: ['--access-token', `sbp_${'0'.repeat(40)}`], needs: 'the network' },
  { package: '@sveltejs/mcp', needs: 'the network' },
  withToken('@tacticlaunch/mcp-linear', 'LINEAR_API_TOKEN'),
  { package: '@tokenizin/mcp-npx-fetch', needs: 'the network' },
  {
    package: '@twilio-alpha/mcp',
    args: [`AC${'0'.repeat(32)}/SK${'0'.repeat(32)}:${none}`],
    needs: 'the network',
  },
  { package: '@upstash/context7-mcp', needs: 'the network' },
  { package: '@upstash/mcp-server', args: ['--email', 'a@example.com', '--api-key', none], needs: 'the network' },
  { package: '@wrtnlabs/calculator-mcp', call: ['add', sum] },
  { package: 'chrome-devtools-mcp', needs: 'a browser' },
  { package: 'duckduckgo-mcp-server', needs: 'the network' },
  { package: 'everything-2024', call: ['add', sum] },
  withToken('exa-mcp-server', 'EXA_API_KEY'),
  { ...withToken('figma-developer-mcp'), args: [`--figma-api-key=${none}`, '--stdio'] },
  withToken('firecrawl-mcp', 'FIRECRAWL_API_KEY'),
  { package: 'mcp-fetch-server', needs: 'the network' },
  { package: 'mcp-hello-world', call: ['add', sum] },
  {
    package: 'mcp-server-code-runner',
    call: ['run-code', { code: 'console.log(2 + 3)', languageId: 'javascript' }],
  },
  { package: 'mcp-server-commands', call: ['run_command', { command: 'echo hello' }] },
  { package: 'nx-mcp', needs: 'the network' },
  withToken('tavily-mcp', 'TAVILY_API_KEY'),
  { package: 'time-mcp', call: ['days_in_month', { date: '2026-02-01' }] },
];
