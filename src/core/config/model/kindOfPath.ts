import type { ConfigKind } from './model.ts';

const kindByName: readonly (readonly [RegExp, ConfigKind])[] = [
  [/(^|\/)\.vscode\/mcp\.json$/, 'vscode'],
  [/(^|\/)\.cursor\/mcp\.json$/, 'cursor'],
  [/(^|\/)\.kimi(-code)?\/mcp\.json$/, 'kimi'],
  [/(^|\/)\.github\/mcp\.json$/, 'copilotCli'],
  [/(^|\/)\.copilot\/mcp-config\.json$/, 'copilotCli'],
  [/(^|\/)claude_desktop_config\.json$/, 'claudeDesktop'],
  [/(^|\/)windsurf\/mcp_config\.json$/, 'windsurf'],
  [/(^|\/)User\/(profiles\/[^/]+\/)?mcp\.json$/, 'user'],
  [/(^|\/)\.mcprc$/, 'mcprc'],
  [/(^|\/)\.?mcp\.json$/, 'mcpJson'],
  [/\.code-workspace$/, 'codeWorkspace'],
  [/(^|\/)\.?devcontainer\.json$/, 'devcontainer'],
];

/** The kind of a file by its path, or `undefined` for a file that is not followed. */
export function kindOfPath(path: string): ConfigKind | undefined {
  const slashed = path.replaceAll('\\', '/');
  return kindByName.find(([pattern]) => pattern.test(slashed))?.[1];
}
