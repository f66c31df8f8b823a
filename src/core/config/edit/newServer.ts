import { transportOfAddress } from '../model/transports.ts';
import type { JsonObject } from '../../../base/json.ts';
import type { NewServer } from './edit.ts';

/** A free name: `github`, then `github-2`. */
export function freeName(wanted: string, taken: Iterable<string>): string {
  const used = new Set(taken);
  if (!used.has(wanted)) return wanted;
  let number = 2;
  while (used.has(`${wanted}-${number}`)) number++;
  return `${wanted}-${number}`;
}

/** A short name for a server, from its package, its image, its program or its address. */
export function suggestName(text: string): string {
  const tail = text.startsWith('@') ? text.slice(1).replace('/', '-') : (text.split('/').at(-1) ?? text);
  const words = tail
    .replace(/(?<=.)@.*$/, '')
    .replace(/:[\w.-]+$/, '')
    .replace(/^modelcontextprotocol-/, '')
    .replace(/\.(?:js|mjs|cjs|ts|py|exe|cmd)$/, '')
    .replaceAll(/(?:^|[-_])(?:mcp|server)(?=[-_]|$)/gi, '')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return words || 'server';
}

const runners = /^(?:npx|bunx|uvx|docker|podman|pipx|pnpm|yarn|node|python3?|deno|bun|uv|dotnet|dnx)$/;
const npmName = /^(?:@[\w.-]+\/)?[\w.-]+(?:@[\w.-]+)?$/;

/**
 * A server from what a user types: a package (`@scope/name@1.2.3`, `npm:name`,
 * `pypi:name`, `docker:image`), an address, or the command line of a read-me.
 */
export function fromPackage(text: string): NewServer | undefined {
  const [first, ...rest] = splitCommandLine(text.trim());
  if (first === undefined) return undefined;
  const address = completeAddress(first);
  if (/^(?:https?|wss?):\/\//i.test(address)) return URL.canParse(address) ? fromAddress(address) : undefined;
  if (runners.test(first)) return fromCommand(first, rest);
  const [, prefix, name = ''] = /^(?:(npm|pypi|docker):)?(.+)$/.exec(first) ?? [];
  if (prefix === 'docker') return docker(name, rest);
  if (prefix === 'pypi') return server(name, 'uvx', [name, ...rest]);
  const isSentence = prefix === undefined && rest[0] !== undefined && !/^[-./~$\\]/.test(rest[0]);
  if (npmName.test(name) && !isSentence) return server(name, 'npx', ['-y', name, ...rest]);
  return isImage(name) ? docker(name, rest) : undefined;
}

/** `localhost:8377/mcp` is an address without its scheme, and so is a host whose path ends as those of MCP servers do. */
export function completeAddress(text: string): string {
  if (/^(?:localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\])(?::\d{1,5})?(?:\/\S*)?$/i.test(text))
    return `http://${text}`;
  return /^[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d{1,5})?\/(?:\S*\/)?(?:mcp|sse)\/?$/i.test(text) ? `https://${text}` : text;
}

function fromAddress(url: string): NewServer {
  const { hostname, pathname } = new URL(url);
  const host = hostname.replace(/^(?:www|mcp|api)\./, '').split('.')[0] ?? hostname;
  const guessed = transportOfAddress(url);
  const type = guessed === 'http' && pathname.endsWith('/sse') ? 'sse' : guessed;
  return { name: suggestName(host), body: { type, url } };
}

function fromCommand(command: string, args: readonly string[]): NewServer {
  const named = packageOf(command, args);
  const needsYes = command === 'npx' && !args.some((arg) => arg === '-y' || arg === '--yes');
  return server(named ?? command, command, needsYes ? ['-y', ...args] : args);
}

/** The package or script argument, after the runner's own options. */
function packageOf(command: string, args: readonly string[]): string | undefined {
  const from = args.findIndex((arg) => arg === '--from' || arg === '--package' || arg === '-p');
  if (from >= 0) return args[from + 1];
  if (command === 'docker' || command === 'podman') return args.findLast((arg) => isImage(arg) && !arg.includes('='));
  return args.find((arg) => !arg.startsWith('-') && !['run', 'exec', 'dlx', 'x', 'tool'].includes(arg));
}

function isImage(text: string): boolean {
  return /^[a-z0-9][\w.-]*(?::\d+)?(?:\/[\w.-]+)+(?::[\w.-]+)?(?:@sha256:[0-9a-f]{64})?$/.test(text);
}

function docker(image: string, args: readonly string[]): NewServer {
  return server(image, 'docker', ['run', '-i', '--rm', image, ...args]);
}

function server(named: string, command: string, args: readonly string[]): NewServer {
  const body: JsonObject = { type: 'stdio', command, args: [...args] };
  return { name: suggestName(named), body };
}

/** Words of a command line: quotes group, a backslash escapes outside single quotes. Runs no shell. */
export function splitCommandLine(text: string): readonly string[] {
  const words: string[] = [];
  for (const [whole] of text.matchAll(/(?:"(?:\\.|[^"\\])*"|'[^']*'|\\.|[^\s"'\\]|["'\\])+/g)) {
    words.push(whole.replaceAll(/"((?:\\.|[^"\\])*)"|'([^']*)'|\\(.)/g, unquote));
  }
  return words;
}

function unquote(
  _: string,
  double: string | undefined,
  single: string | undefined,
  escaped: string | undefined,
): string {
  return double?.replaceAll(/\\(["\\$`])/g, '$1') ?? single ?? escaped ?? '';
}
