import { l10n } from '../../../base/l10n.ts';
import type { JsonObject } from '../../../base/json.ts';
import { type ExportClient, type Places, exportClients, soleVariable, translate } from '../model/dialects.ts';
import type { OAuthOptions, RemoteLaunch, StdioLaunch } from '../model/launch.ts';
import type { InputDeclaration, ServerEntry } from '../model/model.ts';
import { tomlTable } from '../text/toml.ts';

export interface ExportedConfig {
  readonly text: string;
  readonly language: 'json' | 'toml';
  /** What a user still has to do, as sentences. */
  readonly notes: readonly string[];
}

/** "Copy as config for …": servers in another client's own form. Expands nothing. */
export function exportServers(entries: readonly ServerEntry[], client: ExportClient, home?: string): ExportedConfig {
  const notes = new Set<string>();
  const bodies = entries.map(
    (entry) => [entry.name, clientBody(entry, client, (note) => notes.add(note), home)] as const,
  );
  if (client === 'codex') {
    const text = bodies.map(([name, body]) => tomlTable(['mcp_servers', name], body)).join('\n\n');
    return { text: text + '\n', language: 'toml', notes: [...notes] };
  }
  const servers = Object.fromEntries(bodies);
  const inputs = client === 'vscode' ? inputsOf(entries) : [];
  const root = client === 'vscode' ? { servers, ...(inputs.length > 0 && { inputs }) } : { mcpServers: servers };
  return { text: JSON.stringify(root, undefined, 2) + '\n', language: 'json', notes: [...notes] };
}

/** One server's body in a client's form; for VS Code this is also what an import writes. */
export function clientBody(
  entry: ServerEntry,
  client: ExportClient,
  note: (sentence: string) => void = () => {},
  home?: string,
): JsonObject {
  const writer = new BodyWriter(entry, client, note, { folder: entry.source.folder?.path, home });
  return entry.launch.kind === 'stdio' ? writer.stdio(entry.launch) : writer.remote(entry.launch);
}

/** The declarations that these servers use, as they would be written. */
export function inputsOf(entries: readonly ServerEntry[]): readonly JsonObject[] {
  const used = JSON.stringify(entries.map(({ launch }) => launch));
  const all = entries.flatMap(({ inputs }) => inputs);
  return all
    .filter(({ id }, at) => used.includes(`\${input:${id}}`) && all.findIndex((other) => other.id === id) === at)
    .map(writtenInput);
}

function writtenInput({ id, kind, description, password, options, default: fallback }: InputDeclaration): JsonObject {
  return {
    id,
    type: kind,
    description,
    ...(fallback !== undefined && { default: fallback }),
    ...(password && { password }),
    ...(options.length > 0 && {
      options: options.map(({ label, value }) => (label === value ? value : { label, value })),
    }),
  };
}

const knowsCwd: ReadonlySet<ExportClient> = new Set(['vscode', 'codex', 'copilotCli', 'kimi']);
const knowsEnvFile: ReadonlySet<ExportClient> = new Set(['vscode', 'cursor']);
const knowsType: ReadonlySet<ExportClient> = new Set(['vscode', 'claudeCode', 'copilotCli']);

class BodyWriter {
  readonly #entry: ServerEntry;
  readonly #client: ExportClient;
  readonly #note: (sentence: string) => void;
  readonly #places: Places;

  constructor(entry: ServerEntry, client: ExportClient, note: (sentence: string) => void, places: Places) {
    this.#entry = entry;
    this.#client = client;
    this.#note = note;
    this.#places = places;
  }

  stdio(launch: StdioLaunch): JsonObject {
    const { env, inherited } = this.#env(launch);
    const type = this.#client === 'copilotCli' ? 'local' : 'stdio';
    return {
      ...(knowsType.has(this.#client) && { type }),
      command: this.#text(launch.command),
      ...(launch.args.length > 0 && { args: launch.args.map((arg) => this.#text(arg)) }),
      ...(Object.keys(env).length > 0 && { env }),
      ...(inherited.length > 0 && { env_vars: inherited }),
      ...this.#optional('cwd', launch.cwd, knowsCwd),
      ...this.#optional('envFile', launch.envFile, knowsEnvFile),
      ...this.#options(),
    };
  }

  remote(launch: RemoteLaunch): JsonObject {
    if (this.#client === 'claudeDesktop') return this.#throughProxy(launch);
    if (launch.kind === 'ws' && this.#client !== 'claudeCode')
      this.#note(l10n.t('{0} does not support WebSocket.', this.#label));
    if (launch.kind === 'sse' && this.#client === 'codex') this.#note(l10n.t('Codex does not support SSE.'));
    const url = this.#text(launch.url);
    return {
      ...(knowsType.has(this.#client) && { type: launch.kind }),
      ...(this.#client === 'windsurf' ? { serverUrl: url } : { url }),
      ...this.#headers(launch),
      ...(launch.oauth && this.#client === 'vscode' && { oauth: oauthKeys(launch.oauth) }),
      ...this.#options(),
    };
  }

  get #label(): string {
    return exportClients[this.#client];
  }

  #text(text: string): string {
    return translate(text, this.#client, this.#note, this.#places);
  }

  /** Codex passes a variable on by name; other clients write it as a value. */
  #env(launch: StdioLaunch): { readonly env: JsonObject; readonly inherited: readonly string[] } {
    const pairs = Object.entries(launch.env).filter(([name, value]) => value !== null || this.#keepsNull(name));
    const passed =
      this.#client === 'codex' ? pairs.filter(([name, value]) => value !== null && soleVariable(value) === name) : [];
    const written = pairs.filter((pair) => !passed.includes(pair));
    return {
      env: Object.fromEntries(written.map(([name, value]) => [name, value === null ? null : this.#text(value)])),
      inherited: passed.map(([name]) => name),
    };
  }

  #keepsNull(name: string): boolean {
    if (this.#client !== 'vscode')
      this.#note(l10n.t('{0} cannot remove the variable {1} from the environment of a server.', this.#label, name));
    return this.#client === 'vscode';
  }

  #optional(key: string, value: string | undefined, clients: ReadonlySet<ExportClient>): JsonObject {
    if (value === undefined) return {};
    if (clients.has(this.#client)) return { [key]: this.#text(value) };
    this.#note(l10n.t('{0} does not support "{1}": "{2}" starts without it.', this.#label, key, this.#entry.name));
    return {};
  }

  #headers({ headers }: RemoteLaunch): JsonObject {
    const pairs = Object.entries(headers);
    const bearer = pairs.find(
      ([name, value]) => name.toLowerCase() === 'authorization' && soleVariable(value, 'Bearer ') !== undefined,
    );
    const rest = (without: typeof pairs) =>
      Object.fromEntries(without.map(([name, value]) => [name, this.#text(value)]));
    const byName = this.#client === 'codex' || this.#client === 'kimi' ? bearer : undefined;
    const plain = pairs.filter((pair) => pair !== byName);
    if (this.#client === 'codex') return this.#codexHeaders(plain, byName?.[1]);
    return {
      ...(byName && { bearerTokenEnvVar: soleVariable(byName[1], 'Bearer ') }),
      ...(plain.length > 0 && { headers: rest(plain) }),
    };
  }

  #codexHeaders(pairs: readonly (readonly [string, string])[], bearer: string | undefined): JsonObject {
    const fromEnv = pairs.filter(([, value]) => soleVariable(value) !== undefined);
    const written = pairs.filter((pair) => !fromEnv.includes(pair));
    return {
      ...(bearer !== undefined && { bearer_token_env_var: soleVariable(bearer, 'Bearer ') }),
      ...(written.length > 0 && {
        http_headers: Object.fromEntries(written.map(([name, value]) => [name, this.#text(value)])),
      }),
      ...(fromEnv.length > 0 && {
        env_http_headers: Object.fromEntries(fromEnv.map(([name, value]) => [name, soleVariable(value)])),
      }),
    };
  }

  /** Claude Desktop's file knows local servers only; remote ones go through a bridge that runs on this machine. */
  #throughProxy(launch: RemoteLaunch): JsonObject {
    this.#note(l10n.t('Claude Desktop reaches remote servers through the npm package mcp-remote; pin its version.'));
    const headers = Object.entries(launch.headers).flatMap(([name, value]) => [
      '--header',
      `${name}:${this.#text(value)}`,
    ]);
    return { command: 'npx', args: ['-y', 'mcp-remote', this.#text(launch.url), ...headers] };
  }

  #options(): JsonObject {
    const { disabled, includeTools, connectTimeoutMs, callTimeoutMs } = this.#entry.options;
    switch (this.#client) {
      case 'copilotCli':
        return { tools: includeTools ?? ['*'] };
      case 'windsurf':
        return disabled ? { disabled } : {};
      case 'kimi':
        return {
          ...(disabled && { enabled: false }),
          ...(connectTimeoutMs && { startupTimeoutMs: connectTimeoutMs }),
          ...(callTimeoutMs && { toolTimeoutMs: callTimeoutMs }),
        };
      case 'codex':
        return {
          ...(disabled && { enabled: false }),
          ...(connectTimeoutMs && { startup_timeout_sec: connectTimeoutMs / 1000 }),
          ...(callTimeoutMs && { tool_timeout_sec: callTimeoutMs / 1000 }),
        };
      default:
        return {};
    }
  }
}

function oauthKeys({ identityProvider, ...rest }: OAuthOptions): JsonObject {
  return { ...rest, ...(identityProvider && { identityProvider: { ...identityProvider } }) };
}
