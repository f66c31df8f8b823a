import { notInstalled } from '../base/commonFaults.ts';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { languageServerEnv, languageServerFlags } from '../core/process/languageServerProcess.ts';
import { defineVerb } from './support/verb.ts';
import type { VerbTable } from './support/verbTable.ts';

const table = {
  name: 'lsp',
  forms: ['[--stdio | --pipe=NAME | --socket=PORT]'],
  about: `Runs the language server for MCP configuration files, for any editor that supports LSP: diagnostics with
quick fixes, completion, hover, links, inlay hints, rename of inputs, conversion between clients.`,
  flags: {
    stdio: { type: 'switch', meaning: 'use stdin and stdout, which is the default' },
    pipe: { type: 'text', value: 'NAME', meaning: 'connect to this socket or named pipe' },
    socket: { type: 'integer', value: 'PORT', range: { min: 1, max: 65_535 }, meaning: 'connect to this port' },
    'node-ipc': { type: 'switch', meaning: 'use the channel of the Node process that started this one' },
    clientProcessId: { type: 'text', value: 'PID', meaning: 'end when this process, the editor, has ended' },
  },
  examples: ['switchboard lsp --stdio'],
  exit: { notTried: 'the pipe or port cannot be connected' },
} as const satisfies VerbTable;

/** Its packages are not those of the command line, so it is a bundle of its own beside this one. */
export const lsp = defineVerb(table, async ({ args }, io) => {
  const how = args.some((arg) => /^--(?:stdio|pipe|socket|node-ipc)\b/.test(arg)) ? [] : ['--stdio'];
  const module = serverModule();
  become([...languageServerFlags, fileURLToPath(module), ...args, ...how]);
  process.argv.push(...how);
  await import(module.href);
  // It ends the process itself, on the editor's exit notification or when the editor is gone.
  return new Promise((resolve) => io.stop.addEventListener('abort', () => resolve(0), { once: true }));
});

/** Replaces this process by a Node with these arguments, where the system can: most V8 flags only take effect at startup. */
function become(args: readonly string[]): void {
  if (process.platform === 'win32' || !process.execve) return;
  process.execve(process.execPath, [process.execPath, ...args], { ...process.env, ...languageServerEnv });
}

/** `dist/lsp.js` seen from a chunk of the build, or the sources seen from the sources. */
function serverModule(): URL {
  const places = ['../lsp.js', './lsp.js', '../lsp/main.ts'].map((name) => new URL(name, import.meta.url));
  const found = places.find((place) => existsSync(place));
  if (!found) throw notInstalled('The language server');
  return found;
}
