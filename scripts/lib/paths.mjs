// @ts-check
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const repoRoot = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');
export const distDir = join(repoRoot, 'dist');
export const outDir = join(repoRoot, 'out');
export const vsixPath = join(outDir, 'mcp-switchboard.vsix');
export const sampleWorkspace = join(repoRoot, 'test/fixtures/sample-workspace');

/** What is fetched once and shared by every clone: Node, the VS Code server, a browser. */
export function cacheDir() {
  const { MCP_SWITCHBOARD_CACHE, XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  if (MCP_SWITCHBOARD_CACHE) return MCP_SWITCHBOARD_CACHE;
  if (process.platform === 'win32' && LOCALAPPDATA) return join(LOCALAPPDATA, 'mcp-switchboard');
  return join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'mcp-switchboard');
}
