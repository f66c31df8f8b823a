import type { KnownServer } from './serverFacts.ts';

/** Databases, clouds, and what runs on this machine. */
export const toolServers: readonly KnownServer[] = [
  {
    ids: ['@elastic/mcp-server-elasticsearch'],
    needs: ['ES_URL'],
    reads: ['ES_API_KEY', 'ES_USERNAME', 'ES_PASSWORD'],
    also: { ELASTICSEARCH_URL: 'ES_URL', ELASTICSEARCH_HOST: 'ES_URL', ELASTICSEARCH_API_KEY: 'ES_API_KEY' },
  },
  {
    ids: ['@winor30/mcp-server-datadog'],
    needs: ['DATADOG_API_KEY', 'DATADOG_APP_KEY'],
    also: { DD_API_KEY: 'DATADOG_API_KEY', DD_APP_KEY: 'DATADOG_APP_KEY' },
  },
  {
    ids: ['mcp/grafana', 'grafana/mcp-grafana'],
    service: 'Grafana',
    needs: ['GRAFANA_URL', 'GRAFANA_SERVICE_ACCOUNT_TOKEN'],
    start: '-t stdio',
  },
  { ids: ['mcp-grafana'], service: 'Grafana', needs: ['GRAFANA_URL', 'GRAFANA_SERVICE_ACCOUNT_TOKEN'] },
  {
    ids: ['mongodb-mcp-server'],
    needs: ['MDB_MCP_CONNECTION_STRING'],
    reads: ['MDB_MCP_API_CLIENT_ID', 'MDB_MCP_API_CLIENT_SECRET'],
    also: {
      MONGODB_URI: 'MDB_MCP_CONNECTION_STRING',
      MONGODB_URL: 'MDB_MCP_CONNECTION_STRING',
      MONGO_URI: 'MDB_MCP_CONNECTION_STRING',
    },
  },
  {
    ids: ['mcp-server-qdrant'],
    needs: ['QDRANT_URL'],
    reads: ['QDRANT_API_KEY', 'COLLECTION_NAME'],
    also: { QDRANT_COLLECTION_NAME: 'COLLECTION_NAME', QDRANT_COLLECTION: 'COLLECTION_NAME' },
  },
  { ids: ['@azure/mcp'], start: 'server start' },
  { ids: ['excel-mcp-server'], start: 'stdio' },
  { ids: ['@auth0/auth0-mcp-server'], start: 'run' },
  { ids: ['obsidian-mcp'], marker: '.obsidian' },
  { ids: ['mcp-obsidian'], needs: ['OBSIDIAN_API_KEY'], reads: ['OBSIDIAN_HOST'] },
  { ids: ['ref-tools-mcp'], needs: ['REF_API_KEY'] },
  { ids: ['@launchdarkly/mcp-server'], start: 'start', reads: ['LD_ACCESS_TOKEN'] },
  { ids: ['@modelcontextprotocol/server-everart'], needs: ['EVERART_API_KEY'] },
  {
    ids: ['@dynatrace-oss/dynatrace-mcp-server'],
    needs: ['DT_ENVIRONMENT'],
    also: { DYNATRACE_URL: 'DT_ENVIRONMENT', DT_URL: 'DT_ENVIRONMENT' },
    reads: ['DT_PLATFORM_TOKEN'],
  },
  { ids: ['@cloudinary/asset-management'], start: 'start' },
];
