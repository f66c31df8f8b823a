import type { KnownServer } from './serverFacts.ts';
import { toolServers } from './toolServers.ts';

const google = 'gcp-oauth.keys.json';

/** Services with a key. */
const keyServers: readonly KnownServer[] = [
  {
    ids: ['@modelcontextprotocol/server-github'],
    service: 'GitHub',
    needs: ['GITHUB_PERSONAL_ACCESS_TOKEN'],
    also: { GH_TOKEN: 'GITHUB_PERSONAL_ACCESS_TOKEN' },
  },
  {
    // Its image starts over stdio by itself.
    ids: ['ghcr.io/github/github-mcp-server'],
    service: 'GitHub',
    needs: ['GITHUB_PERSONAL_ACCESS_TOKEN'],
    reads: ['GITHUB_HOST'],
  },
  {
    ids: ['github-mcp-server'],
    service: 'GitHub',
    needs: ['GITHUB_PERSONAL_ACCESS_TOKEN'],
    reads: ['GITHUB_HOST'],
    also: { GH_TOKEN: 'GITHUB_PERSONAL_ACCESS_TOKEN' },
    start: 'stdio',
  },
  {
    ids: ['@modelcontextprotocol/server-gitlab'],
    service: 'GitLab',
    needs: ['GITLAB_PERSONAL_ACCESS_TOKEN'],
    reads: ['GITLAB_API_URL'],
  },
  {
    ids: ['@zereight/mcp-gitlab'],
    service: 'GitLab',
    needs: ['GITLAB_PERSONAL_ACCESS_TOKEN'],
    reads: ['GITLAB_API_URL', 'GITLAB_TOKEN'],
  },
  { ids: ['@modelcontextprotocol/server-slack'], service: 'Slack', needs: ['SLACK_BOT_TOKEN'] },
  {
    ids: ['slack-mcp-server'],
    service: 'Slack',
    reads: ['SLACK_MCP_XOXP_TOKEN', 'SLACK_MCP_XOXB_TOKEN', 'SLACK_MCP_XOXC_TOKEN', 'SLACK_MCP_XOXD_TOKEN'],
  },
  { ids: ['@notionhq/notion-mcp-server'], service: 'Notion', needs: ['NOTION_TOKEN'], reads: ['AUTH_TOKEN'] },
  { ids: ['linear-mcp-server'], service: 'Linear', needs: ['LINEAR_API_KEY'] },
  {
    ids: ['@tacticlaunch/mcp-linear', 'mcp-linear'],
    service: 'Linear',
    needs: ['LINEAR_API_TOKEN'],
    reads: ['LINEAR_API_KEY', 'LINEAR_OAUTH_ACCESS_TOKEN'],
  },
  {
    ids: ['mcp-atlassian', 'ghcr.io/sooperset/mcp-atlassian'],
    service: 'Atlassian',
    needs: ['JIRA_URL', 'JIRA_API_TOKEN'],
    reads: ['JIRA_PERSONAL_TOKEN', 'CONFLUENCE_URL', 'CONFLUENCE_API_TOKEN', 'CONFLUENCE_PERSONAL_TOKEN'],
    also: { ATLASSIAN_URL: 'JIRA_URL', ATLASSIAN_API_TOKEN: 'JIRA_API_TOKEN' },
  },
  {
    ids: ['@sentry/mcp-server'],
    service: 'Sentry',
    needs: ['SENTRY_ACCESS_TOKEN'],
    reads: ['SENTRY_HOST'],
    login: 'auth login',
  },
  { ids: ['@stripe/mcp'], service: 'Stripe', needs: ['STRIPE_SECRET_KEY'] },
  { ids: ['@supabase/mcp-server-supabase'], service: 'Supabase', needs: ['SUPABASE_ACCESS_TOKEN'] },
  { ids: ['@neondatabase/mcp-server-neon'], service: 'Neon', start: 'start', keyArgument: 'NEON_API_KEY' },
  { ids: ['@modelcontextprotocol/server-brave-search'], service: 'Brave', needs: ['BRAVE_API_KEY'] },
  {
    ids: ['@brave/brave-search-mcp-server'],
    service: 'Brave',
    needs: ['BRAVE_API_KEY'],
    reads: ['BRAVE_API_KEY_FILE'],
  },
  { ids: ['tavily-mcp'], service: 'Tavily', needs: ['TAVILY_API_KEY'] },
  { ids: ['exa-mcp-server'], service: 'Exa', needs: ['EXA_API_KEY'] },
  { ids: ['firecrawl-mcp'], service: 'Firecrawl', needs: ['FIRECRAWL_API_KEY'], reads: ['FIRECRAWL_API_URL'] },
  { ids: ['@perplexity-ai/mcp-server', 'server-perplexity-ask'], service: 'Perplexity', needs: ['PERPLEXITY_API_KEY'] },
  { ids: ['@upstash/context7-mcp'], service: 'Context7', reads: ['CONTEXT7_API_KEY'] },
  {
    ids: ['figma-developer-mcp'],
    service: 'Figma',
    needs: ['FIGMA_API_KEY'],
    reads: ['FIGMA_OAUTH_TOKEN'],
    start: '--stdio',
  },
  { ids: ['@heroku/mcp-server'], service: 'Heroku', needs: ['HEROKU_API_KEY'] },
  { ids: ['@twilio-alpha/mcp'], service: 'Twilio' },
  { ids: ['todoist-mcp'], service: 'Todoist', needs: ['API_KEY'] },
  { ids: ['@delorenj/mcp-server-trello'], service: 'Trello', needs: ['TRELLO_API_KEY', 'TRELLO_TOKEN'] },
  { ids: ['@roychri/mcp-server-asana'], service: 'Asana', needs: ['ASANA_ACCESS_TOKEN'] },
  {
    ids: ['@hubspot/mcp-server'],
    service: 'HubSpot',
    needs: ['PRIVATE_APP_ACCESS_TOKEN'],
    also: { HUBSPOT_API_KEY: 'PRIVATE_APP_ACCESS_TOKEN', HUBSPOT_PRIVATE_APP_TOKEN: 'PRIVATE_APP_ACCESS_TOKEN' },
    reads: ['HUBSPOT_ACCESS_TOKEN'],
  },
  { ids: ['airtable-mcp-server'], service: 'Airtable', needs: ['AIRTABLE_API_KEY'] },
  {
    ids: ['@circleci/mcp-server-circleci'],
    service: 'CircleCI',
    needs: ['CIRCLECI_TOKEN'],
    reads: ['CIRCLECI_BASE_URL'],
  },
  { ids: ['@netlify/mcp'], service: 'Netlify', needs: ['NETLIFY_PERSONAL_ACCESS_TOKEN'] },
  { ids: ['@mapbox/mcp-server'], service: 'Mapbox', needs: ['MAPBOX_ACCESS_TOKEN'] },
  { ids: ['@modelcontextprotocol/server-google-maps'], service: 'Google Maps', needs: ['GOOGLE_MAPS_API_KEY'] },
  { ids: ['@21st-dev/magic'], service: '21st.dev', reads: ['TWENTY_FIRST_API_KEY', 'API_KEY', 'API_KEY_21ST'] },
  { ids: ['@apify/actors-mcp-server'], service: 'Apify', needs: ['APIFY_TOKEN'] },
  { ids: ['@postman/postman-mcp-server'], service: 'Postman', needs: ['POSTMAN_API_KEY'] },
  { ids: ['resend-mcp'], service: 'Resend', needs: ['RESEND_API_KEY'] },
  { ids: ['@pinecone-database/mcp'], service: 'Pinecone', needs: ['PINECONE_API_KEY'] },
  { ids: ['elevenlabs-mcp'], service: 'ElevenLabs', needs: ['ELEVENLABS_API_KEY'] },
  {
    ids: ['@modelcontextprotocol/server-gdrive', 'mcp/gdrive'],
    login: 'auth',
    file: { name: google, variable: 'GDRIVE_OAUTH_PATH' },
  },
  {
    ids: ['@gongrzhe/server-gmail-autoauth-mcp'],
    login: 'auth',
    file: { name: google, folder: '.gmail-mcp', variable: 'GMAIL_OAUTH_PATH' },
  },
  { ids: ['@cocal/google-calendar-mcp'], login: 'auth', file: { name: google, variable: 'GOOGLE_OAUTH_CREDENTIALS' } },
];

export const servers: readonly KnownServer[] = [...keyServers, ...toolServers];
