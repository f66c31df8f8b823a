import { existsSync } from 'node:fs';
import { Fault } from '../base/fault.ts';
import type { RunVerb } from './verb.ts';

const usage = `Usage: switchboard lsp [--stdio | --pipe=NAME | --socket=PORT]

The language server for mcp.json and its relatives, for any editor that speaks LSP: diagnostics with
quick fixes, completion, hover, links, inlay hints, rename of inputs, conversion between clients.
Speaks over standard input and output unless told otherwise.

  --help    this text`;

/** Its packages are not those of the command line, so it is a bundle of its own beside this one. */
export const lsp: RunVerb = async (args, io) => {
  if (args.includes('--help') || args.includes('-h')) {
    io.stdout.write(`${usage}\n`);
    return 0;
  }
  if (!args.some((arg) => /^--(?:stdio|pipe|socket|node-ipc)\b/.test(arg))) process.argv.push('--stdio');
  await import(serverModule());
  // It ends the process itself, when the editor says so or goes away.
  return new Promise((resolve) => io.stop.addEventListener('abort', () => resolve(0), { once: true }));
};

/** `dist/lsp.js` seen from a chunk of the build, or the sources seen from the sources. */
function serverModule(): string {
  const places = ['../lsp.js', './lsp.js', '../lsp/main.ts'].map((name) => new URL(name, import.meta.url));
  const found = places.find((place) => existsSync(place));
  if (!found) throw new Fault('internal', 'The language server is not installed beside this program');
  return found.href;
}
