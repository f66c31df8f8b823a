#!/usr/bin/env node
// Only what must come first is imported here: compiled code is kept from then on, and a second start is much faster.
import * as nodeModule from 'node:module';
import { homedir } from 'node:os';
import path from 'node:path';

// Not in Node 20. In the home folder and not in the shared temporary one, where another user could put code for us.
const cacheHome = process.env['XDG_CACHE_HOME'] || path.join(homedir(), '.cache');
nodeModule.enableCompileCache?.(path.join(cacheHome, 'mcp-switchboard', 'compiled'));

const { runCli } = await import('./run.ts');
await runCli(process.argv.slice(2));
