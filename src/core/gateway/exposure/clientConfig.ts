import type { ExportClient } from '../../config/model/dialects.ts';
import { type ExportedConfig, exportServers } from '../../config/sources/exportConfig.ts';
import { parseConfig } from '../../config/parse/parseConfig.ts';

interface GatewayLaunch {
  /** A Node, or an editor's Electron that can run as Node. */
  readonly command: string;
  readonly script: string;
  readonly folder?: string;
  readonly env: Readonly<Record<string, string>>;
}

/** `switchboard gateway` in a client's own form: absolute paths and no variables, so that it works as pasted. */
export function gatewayConfig({ command, script, folder, env }: GatewayLaunch, client: ExportClient): ExportedConfig {
  const args = [script, 'gateway', ...(folder === undefined ? [] : ['--folder', folder])];
  const server = { command, args, ...(Object.keys(env).length > 0 && { env }) };
  const { servers } = parseConfig(JSON.stringify({ mcpServers: { switchboard: server } }), 'plain', 'gateway');
  return exportServers(servers, client);
}
