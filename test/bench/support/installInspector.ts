import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm } from '../../../scripts/lib/npm.mjs';
import { cacheDir } from '../../../scripts/lib/paths.mjs';

/** `2.12.0`, or `2.3.0`, the last one before its log became slow. */
export type InspectorVersion = '2.12.0' | '2.3.0';

/** MCP Inspector from npm, in the cache; the folder that holds its `node_modules`. */
export async function installInspector(version: InspectorVersion): Promise<string> {
  const dir = join(cacheDir(), `mcp-inspector-${version}`);
  const bin = join(dir, 'node_modules/@modelcontextprotocol/inspector/package.json');
  if (existsSync(bin)) return dir;
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, 'package.json'), '{ "private": true }\n');
  const spec = `@modelcontextprotocol/inspector@${version}`;
  await npm(['install', '--save-exact', '--loglevel=error', spec], { cwd: dir, what: spec });
  return dir;
}
