#!/usr/bin/env node
// Nothing is imported before the cache is on: an older Node must get as far as the sentence, and compiled code is kept
// from then on, which makes a second start much faster.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 22 || (major === 22 && minor < 13)) {
  process.stderr.write(`switchboard needs Node 22.13 or newer. This is Node ${process.versions.node}.\n`);
  process.exitCode = 2;
} else {
  void start(process.argv.slice(2));
}

async function start(args: readonly string[]): Promise<void> {
  const { existsSync } = process.getBuiltinModule('node:fs');
  const path = process.getBuiltinModule('node:path');
  // In the home folder and not in the shared temporary one, where another user could put code for us.
  const cacheHome = process.env['XDG_CACHE_HOME'] || path.join(process.getBuiltinModule('node:os').homedir(), '.cache');
  const compiled = path.join(cacheHome, 'mcp-switchboard', 'compiled');
  if (existsSync(compiled) || (await canMake(compiled)))
    process.getBuiltinModule('node:module').enableCompileCache(compiled);
  if (!(await isAnswered(args))) await (await import('./run.ts')).runCli(args);
}

/** The most asked question has a file of its own, which is there in a build only. */
async function isAnswered([verb, subcommand, ...rest]: readonly string[]): Promise<boolean> {
  if (verb !== 'knowledge' || subcommand !== 'query' || rest.includes('-')) return false;
  const require = process.getBuiltinModule('node:module').createRequire(import.meta.filename);
  try {
    return await (require('./quickQuery.cjs') as typeof import('./quickQuery.ts')).quickQuery([subcommand, ...rest]);
  } catch {
    return false;
  }
}

/** Without a cache of compiled code it starts more slowly, and nothing else. */
async function canMake(folder: string): Promise<boolean> {
  const { makeFolder } = await import('../core/process/userStateDir.ts');
  try {
    makeFolder(folder, 0o700);
    return true;
  } catch {
    return false;
  }
}
