import { l10n } from '../../../base/l10n.ts';
import { configFormats } from '../model/formats.ts';
import type { ConfigKind, ConfigProblem, ParsedConfig, ServerEntry } from '../model/model.ts';

/** Lower wins, in the order of VS Code: what is nearest to the folder first. Kinds that are only ever imported stand last. */
const precedence: Readonly<Record<ConfigKind, number>> = {
  vscode: 0,
  mcpJson: 1,
  mcprc: 2,
  codeWorkspace: 3,
  devcontainer: 4,
  user: 5,
  extension: 6,
  cursor: 7,
  claudeDesktop: 7,
  windsurf: 7,
  copilotCli: 7,
  kimi: 7,
  plain: 8,
};

interface ShadowedServer {
  readonly entry: ServerEntry;
  readonly winner: ServerEntry;
}

export interface MergedConfig {
  /** One for each name, in the order of their files. */
  readonly servers: readonly ServerEntry[];
  readonly shadowed: readonly ShadowedServer[];
  readonly problems: readonly ConfigProblem[];
}

/** Merges files. An entry is taken whole: fields of a shadowed one are never mixed in. */
export function mergeSources(configs: readonly ParsedConfig[]): MergedConfig {
  const winners = new Map<string, ServerEntry>();
  const shadowed: ShadowedServer[] = [];
  for (const config of byPrecedence(configs)) {
    for (const entry of config.servers) {
      const winner = winners.get(entry.name);
      if (winner) shadowed.push({ entry, winner });
      else winners.set(entry.name, entry);
    }
  }
  const problems = [...configs.flatMap((config) => config.problems), ...shadowed.map(shadowProblem)];
  return { servers: [...winners.values()], shadowed, problems };
}

/** Of equal kinds the earlier folder wins, and `.mcp.json` before `mcp.json`: the order in which they are given. */
function byPrecedence(configs: readonly ParsedConfig[]): readonly ParsedConfig[] {
  return configs.toSorted((a, b) => precedence[a.source.kind] - precedence[b.source.kind]);
}

function shadowProblem({ entry, winner }: ShadowedServer): ConfigProblem {
  const { kind, file } = winner.source;
  return {
    code: 'shadowed',
    severity: 'info',
    message: l10n.t(
      '"{0}" is ignored: {1} ({2}) defines a server with the same name.',
      entry.name,
      configFormats[kind].label(),
      file,
    ),
    file: entry.source.file,
    span: entry.spans.name,
    server: entry.name,
  };
}
