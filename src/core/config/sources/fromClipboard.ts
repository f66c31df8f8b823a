import { l10n } from '../../../base/l10n.ts';
import { type JsonObject, isRecord } from '../../../base/json.ts';
import type { NewServer } from '../edit/edit.ts';
import { asNewServer } from './importServers.ts';
import { type JsonNode, memberOf, parseJsonTree, toObject } from '../text/jsonTree.ts';
import { fromPackage, splitCommandLine, suggestName } from '../edit/newServer.ts';
import { parseConfig } from '../parse/parseConfig.ts';

interface Pasted {
  readonly servers: readonly NewServer[];
  /** Why something in the text was not taken. */
  readonly problems: readonly string[];
}

/**
 * Servers from text as readmes offer it to copy: any client's whole file, a
 * bare `"name": {…}`, one server without a name, an install link, or a command.
 */
export function fromClipboard(text: string): Pasted {
  const trimmed = unfence(text.trim());
  const link =
    /^(?:vscode(?:-insiders)?:mcp\/(?:install|by-name)\?|cursor:\/\/anysphere\.cursor-deeplink\/mcp\/install\?)(.+)$/.exec(
      trimmed,
    )?.[1];
  if (link !== undefined) return fromLink(link);
  if (/^[{["]/.test(trimmed) || /^[\w-]+"?\s*:\s*\{/.test(trimmed)) return fromJson(trimmed);
  return fromLine(trimmed);
}

function unfence(text: string): string {
  return /^```\w*\r?\n([^]*?)\r?\n?```$/.exec(text)?.[1]?.trim() ?? text;
}

function fromJson(text: string): Pasted {
  const whole = text.startsWith('"') ? `{${text.replace(/,\s*$/, '')}}` : text;
  const { root } = parseJsonTree(whole);
  if (!root) return none(l10n.t('Not valid JSON.'));
  const single = singleServer(root);
  const parsed = parseConfig(single ?? whole, 'plain', 'clipboard');
  const servers = parsed.servers.filter(({ incomplete }) => !incomplete).map(asNewServer);
  const problems = parsed.problems.filter(({ severity }) => severity === 'error').map(({ message }) => message);
  return {
    servers,
    problems:
      servers.length === 0 && problems.length === 0 ? [l10n.t('There is no MCP server in this text.')] : problems,
  };
}

/** `{ "command": … }` or `{ "name": …, "url": … }` as a file with that one server in it. */
function singleServer(root: JsonNode): string | undefined {
  if (root.kind !== 'object') return undefined;
  const program = [memberOf(root, 'command'), memberOf(root, 'url'), memberOf(root, 'serverUrl')].find(
    (member) => member?.value?.kind !== 'object' && member?.value,
  );
  if (!program) return undefined;
  const { name, id, inputs, ...body } = toObject(root);
  const named = [name, id].find((value): value is string => typeof value === 'string' && value !== '');
  return JSON.stringify({ mcpServers: { [named ?? nameFor(body)]: body }, ...(Array.isArray(inputs) && { inputs }) });
}

function nameFor(body: JsonObject): string {
  const args = Array.isArray(body['args']) ? body['args'].filter((arg) => typeof arg === 'string') : [];
  const line = [body['command'], ...args].filter((word) => typeof word === 'string').join(' ');
  const address = body['url'] ?? body['serverUrl'];
  return (
    fromPackage(typeof address === 'string' ? address : line)?.name ?? suggestName(String(body['command'] ?? 'server'))
  );
}

function fromLink(query: string): Pasted {
  const config = new URLSearchParams(query).get('config');
  const name = new URLSearchParams(query).get('name');
  const text = config === null ? decode(query) : Buffer.from(config, 'base64').toString('utf8');
  if (text === undefined) return none(l10n.t('This link cannot be read.'));
  const pasted = fromJson(text.startsWith('{') ? text : `{${text}}`);
  const [only, ...more] = pasted.servers;
  return name && only && more.length === 0 ? { ...pasted, servers: [{ ...only, name }] } : pasted;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined; // a broken % escape: the caller reports it
  }
}

/** `claude mcp add-json name '{…}'`, `code --add-mcp '{…}'`, `claude mcp add name -- npx …`, or a plain command. */
function fromLine(text: string): Pasted {
  const words = splitCommandLine(text.replaceAll(/\\\r?\n/g, ' '));
  const json = words.find((word) => word.startsWith('{'));
  if (json !== undefined) {
    const pasted = fromJson(json);
    const named = words.indexOf('add-json') >= 0 ? words[words.indexOf(json) - 1] : undefined;
    const [only, ...more] = pasted.servers;
    return named && only && more.length === 0 ? { ...pasted, servers: [{ ...only, name: named }] } : pasted;
  }
  const added = fromAddCommand(words);
  // Any copied word could be a package name: it must look like one.
  const telling =
    /^(?:npm|pypi|docker|https?|wss?|localhost):|^@|\//.test(words[0] ?? '') ||
    /mcp|\bserver\b/i.test(text) ||
    words.length > 1;
  const found = added ?? (telling ? fromPackage(text) : undefined);
  return found ? { servers: [found], problems: [] } : none(l10n.t('There is no MCP server in this text.'));
}

function fromAddCommand(words: readonly string[]): NewServer | undefined {
  const at = words.findIndex((word, index) => word === 'add' && words[index - 1] === 'mcp');
  const divider = words.indexOf('--');
  if (at < 0) return undefined;
  const head = words.slice(at + 1, divider < 0 ? undefined : divider);
  const env = optionValues(head, ['-e', '--env']).map((pair) => pair.split(/=(.*)/s).slice(0, 2));
  const headers = optionValues(head, ['-H', '--header']).map((pair) => pair.split(/:\s*(.*)/s).slice(0, 2));
  const plain = positional(head);
  const [name] = plain;
  const command = divider < 0 ? plain.slice(1) : words.slice(divider + 1);
  const found = fromPackage(command.map((word) => (/[\s"'\\]/.test(word) ? JSON.stringify(word) : word)).join(' '));
  if (!name || !isRecord(found?.body)) return undefined;
  const extra = {
    ...(env.length > 0 && { env: Object.fromEntries(env) }),
    ...(headers.length > 0 && { headers: Object.fromEntries(headers) }),
  };
  return { name, body: { ...found.body, ...extra } };
}

const valued = new Set(['-e', '--env', '-H', '--header', '-t', '--transport', '-s', '--scope', '--url']);

function positional(words: readonly string[]): readonly string[] {
  return words.filter((word, at) => !word.startsWith('-') && !valued.has(words[at - 1] ?? ''));
}

function optionValues(words: readonly string[], names: readonly string[]): readonly string[] {
  return words.filter((_, at) => names.includes(words[at - 1] ?? ''));
}

function none(problem: string): Pasted {
  return { servers: [], problems: [problem] };
}
