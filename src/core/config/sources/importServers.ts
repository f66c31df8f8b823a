import { l10n } from '../../../base/l10n.ts';
import type { JsonObject } from '../../../base/json.ts';
import type { ExportClient } from '../model/dialects.ts';
import type { NewServer } from '../edit/edit.ts';
import { type ExportedConfig, clientBody, exportServers, inputsOf } from './exportConfig.ts';
import type { ConfigKind, ServerEntry } from '../model/model.ts';
import { parseConfig } from '../parse/parseConfig.ts';

/** Keys by which a text could approve or start itself. */
const grants: ReadonlySet<string> = new Set(['alwaysAllow', 'autoApprove', 'trust', 'trusted', 'autoStart']);

/** A server of any client's file in VS Code's form, ready to be written elsewhere. */
export function asNewServer(entry: ServerEntry): NewServer {
  const inputs = inputsOf([entry]);
  const kept = Object.entries(entry.unknown).filter(([key]) => !grants.has(key));
  const { dev } = entry.raw;
  const body: JsonObject = { ...clientBody(entry, 'vscode'), ...(dev && { dev }), ...Object.fromEntries(kept) };
  return { name: entry.name, body, ...(inputs.length > 0 && { inputs }) };
}

type Converted = ({ readonly ok: true } & ExportedConfig) | { readonly ok: false; readonly message: string };

/** A whole file in another client's form. A broken one is refused: half of it would be lost. */
export function convertConfig(text: string, kind: ConfigKind, client: ExportClient): Converted {
  const { broken, servers, problems } = parseConfig(text, kind, 'config');
  const first = problems.find(({ severity }) => severity === 'error');
  if (broken)
    return { ok: false, message: l10n.t('The file is not valid and cannot be converted: {0}', first?.message ?? '') };
  if (servers.length === 0) return { ok: false, message: l10n.t('There is no MCP server in this file.') };
  return { ok: true, ...exportServers(servers, client) };
}
