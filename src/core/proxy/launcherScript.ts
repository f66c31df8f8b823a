/**
 * A script with an address that lasts: an extension's own folder changes with each version, and an
 * entry of mcp.json must not break by an update. Without the extension, or a Node that can run our command line, it
 * still runs the server.
 */
export function launcherScript(cli: string): string {
  return `// Written by MCP Switchboard: its command line, for entries of mcp.json.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const cli = ${JSON.stringify(cli)};
const at = process.argv.indexOf('--');
const [major, minor] = process.versions.node.split('.').map(Number);
const isOld = major < 22 || (major === 22 && minor < 13);
if (isOld) console.error('MCP Switchboard needs Node 22.13 or newer. This is Node ' + process.versions.node + '.');
if (existsSync(cli) && !isOld) {
  await import(pathToFileURL(cli).href);
} else if (process.argv[2] === 'tap' && at > 0) {
  const [command, ...args] = process.argv.slice(at + 1);
  const child = spawn(command, args, { stdio: 'inherit', shell: process.platform === 'win32' });
  child.on('error', (error) => {
    console.error(error.message);
    process.exit(1);
  });
  child.on('exit', (code) => process.exit(code ?? 1));
} else {
  if (!isOld) console.error('MCP Switchboard is not installed any more.');
  process.exit(1);
}
`;
}
