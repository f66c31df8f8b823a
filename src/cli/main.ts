#!/usr/bin/env node
// Nothing of ours is imported before the cache is on: an older Node must get as far as the sentence, and compiled code is
// kept from then on, which makes a second start much faster.
import { existsSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { homedir } from 'node:os';
import path from 'node:path';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 22 || (major === 22 && minor < 13)) {
  process.stderr.write(`switchboard needs Node 22.13 or newer. This is Node ${process.versions.node}.\n`);
  process.exitCode = 2;
} else {
  // In the home folder and not in the shared temporary one, where another user could put code for us.
  const cacheHome = process.env['XDG_CACHE_HOME'] || path.join(homedir(), '.cache');
  const compiled = path.join(cacheHome, 'mcp-switchboard', 'compiled');
  if (existsSync(compiled) || (await canMake(compiled))) nodeModule.enableCompileCache(compiled);
  const { runCli } = await import('./run.ts');
  await runCli(process.argv.slice(2));
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
