import { commandLine, programCandidates } from '../process/commandLine.ts';

/**
 * A script with an address that lasts: an extension's own folder changes with each version, and an
 * entry of mcp.json must not break by an update. Without the extension, or a Node that can run our command line, it
 * still runs the server: by the path that its name leads to in PATH, never from the current folder or by a shell.
 */
export function launcherScript(cli: string): string {
  return `// Written by MCP Switchboard: its command line, for entries of mcp.json.
import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { constants as system } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const programCandidates = ${programCandidates.toString()};
const commandLine = ${commandLine.toString()};
const windows = process.platform === 'win32';

function isProgram(file) {
  try {
    accessSync(file, windows ? constants.F_OK : constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

function run(command, args) {
  const search = { windows, path, cwd: process.cwd(), searchPath: process.env.PATH ?? '' };
  const program = programCandidates(command, search).find(isProgram);
  if (program === undefined) throw new Error('Cannot run ' + command + ': command not found');
  const line = commandLine(program, args, { windows, systemRoot: process.env.SystemRoot ?? 'C:\\\\Windows' });
  const env = windows ? { ...process.env, NoDefaultCurrentDirectoryInExePath: '1' } : process.env;
  return spawn(line.file, line.args, { stdio: 'inherit', windowsVerbatimArguments: line.verbatim, env });
}

const cli = ${JSON.stringify(cli)};
const at = process.argv.indexOf('--');
const [major, minor] = process.versions.node.split('.').map(Number);
const isOld = major < 22 || (major === 22 && minor < 13);
if (isOld) console.error('MCP Switchboard needs Node 22.13 or newer. This is Node ' + process.versions.node + '.');
if (existsSync(cli) && !isOld) {
  await import(pathToFileURL(cli).href);
} else if (process.argv[2] === 'tap' && at > 0) {
  const fail = (error) => {
    console.error(error.message);
    process.exit(2);
  };
  try {
    const [command, ...args] = process.argv.slice(at + 1);
    run(command, args)
      .on('error', fail)
      .on('exit', (code, signal) => process.exit(code ?? 128 + system.signals[signal]));
  } catch (error) {
    fail(error);
  }
} else {
  if (!isOld) console.error('MCP Switchboard is not installed any more.');
  process.exit(2);
}
`;
}
