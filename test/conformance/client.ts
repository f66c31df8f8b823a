// The program that the official suite starts for each client scenario: the real connection code, a simulated user.
// Usage: node client.ts URL, with MCP_CONFORMANCE_SCENARIO, _CONTEXT and _PROTOCOL_VERSION in the environment.
import { isRecord } from '../../src/base/json.ts';
import type { ClientRequests } from '../../src/core/servers/model/clientRequests.ts';
import { createManagedServer } from '../../src/core/servers/managedServer.ts';
import type { OAuthLaunch } from '../../src/core/servers/model/launch.ts';
import type { ManagedServer } from '../../src/core/servers/model/server.ts';
import type { ToolDefinition } from '../../src/core/wire/definitions.ts';
import { silentTap } from '../../src/core/wire/tap.ts';
import { noteSecretFields, noteStored } from '../support/sinks.ts';

const url = process.argv.at(-1) ?? '';
const context = readContext();
noteSecretFields(context, 'the scenario');

function readContext(): Record<string, unknown> {
  const value: unknown = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}');
  return isRecord(value) ? value : {};
}

/** A user who signs in at once: the sign-in page responds with a redirect, and the browser follows it. */
async function openExternal(address: string): Promise<boolean> {
  const response = await fetch(address, { redirect: 'manual' });
  const location = response.headers.get('location');
  if (location === null) return false;
  void fetch(location).catch(() => {});
  return true;
}

const clientRequests: ClientRequests = {
  elicit: async () => ({ action: 'accept', content: {} }),
  sample: async () => ({ model: 'made-up', text: 'A made-up answer' }),
  roots: async () => [{ uri: 'file:///made-up', name: 'made-up' }],
};

function registered(): OAuthLaunch | undefined {
  const { client_id: clientId, client_secret: clientSecret, private_key_pem: privateKey } = context;
  const { signing_algorithm: algorithm } = context;
  if (typeof clientId !== 'string') return undefined;
  const scenario = process.env['MCP_CONFORMANCE_SCENARIO'] ?? '';
  const { valid_jwt: assertion, idp_token_endpoint: tokenEndpoint, idp_client_id: idpClient } = context;
  const { idp_id_token: idToken } = context;
  return {
    clientId,
    ...(typeof clientSecret === 'string' && { clientSecret }),
    ...(typeof privateKey === 'string' && { privateKey }),
    ...(typeof algorithm === 'string' && { algorithm }),
    ...(scenario.includes('client-credentials') && { grant: 'client_credentials' }),
    ...(typeof assertion === 'string' && { grant: 'jwt_bearer', assertion }),
    ...(typeof tokenEndpoint === 'string' && {
      identityProvider: { tokenEndpoint, clientId: String(idpClient), idToken: String(idToken) },
    }),
  };
}

function makeServer(): ManagedServer {
  const kept = new Map<string, string>();
  const oauth = registered();
  return createManagedServer({
    id: 'conformance',
    label: 'conformance',
    source: 'test',
    transport: 'http',
    launch: { kind: 'http', url, headers: {}, ...(oauth && { oauth }) },
    tap: { open: () => silentTap },
    // The suite starts some forty clients at once: on two cores a probe may wait long for its answer.
    limits: { connectTimeoutMs: 150_000, callTimeoutMs: 120_000, probeTimeoutMs: 60_000, reconnectAttempts: 0 },
    clientRequests,
    oauth: {
      secrets: {
        get: async (key) => kept.get(key),
        set: async (key, value) => void kept.set(key, noteStored(value)),
        delete: async (key) => void kept.delete(key),
      },
      ask: { openExternal },
      clientName: 'MCP Switchboard',
      settings: () => ({
        clientMetadataUrl: 'https://conformance-test.local/client-metadata.json',
        callbackPort: 0,
        callbackHost: '127.0.0.1',
      }),
    },
    clientInfo: { name: 'mcp-switchboard', version: '0.1.0' },
  });
}

/** The suite names the arguments of calls; else each required argument gets a value of its type. */
function argumentsFor(
  { name, inputSchema }: ToolDefinition,
  all: readonly ToolDefinition[],
): Record<string, unknown>[] {
  // The suite checks that a schema is passed on unchanged.
  if (name === 'json_schema_echo')
    return [{ schema: all.find((tool) => tool.name === 'json_schema_2020_12_tool')?.inputSchema }];

  const calls = Array.isArray(context['toolCalls']) ? context['toolCalls'].filter(isRecord) : [];
  const named = calls
    .filter((call) => call['name'] === name)
    .map((call) => (isRecord(call['arguments']) ? call['arguments'] : {}));
  return named.length > 0 ? named : [madeUp(inputSchema)];
}

function madeUp(schema: unknown): Record<string, unknown> {
  const properties = isRecord(schema) && isRecord(schema['properties']) ? schema['properties'] : {};
  return Object.fromEntries(
    Object.entries(properties).map(([key, part]) => [key, sample(isRecord(part) ? part['type'] : undefined)]),
  );
}

function sample(type: unknown): unknown {
  if (type === 'number' || type === 'integer') return 5;
  if (type === 'boolean') return true;
  if (type === 'array') return [];
  return type === 'object' ? {} : 'text';
}

async function useEverything(server: ManagedServer): Promise<void> {
  await server.start();
  const tools = server.tools.value;
  for (const tool of tools)
    for (const args of argumentsFor(tool, tools)) await attempt(() => server.callTool(tool.name, args));
  const { resources, prompts } = await server.loadContents();
  for (const { uri } of resources ?? []) await attempt(() => server.readResource(uri));
  for (const { name, arguments: wanted } of prompts ?? []) {
    await attempt(() => server.getPrompt(name, Object.fromEntries((wanted ?? []).map((each) => [each.name, 'text']))));
  }
}

/** One thing that fails is the server's matter: the others are tried too. */
async function attempt(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error(String(error));
  }
}

const server = makeServer();
try {
  await useEverything(server);
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await server.dispose();
}
