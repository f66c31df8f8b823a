import { l10n } from '../../../base/l10n.ts';
import type { Fields } from './fields.ts';
import { parseEnv } from './parseEnv.ts';
import { parseHeaders } from './parseHeaders.ts';
import type { LaunchSpec, RemoteLaunch, StdioLaunch } from '../model/launch.ts';
import { parseOAuth } from './parseOAuth.ts';
import { keyRange } from '../model/problems.ts';
import { factsOf, transportNamed, transportNames, transportOfAddress } from '../model/transports.ts';

const urlKeys = ['url', 'serverUrl', 'httpUrl'] as const;

/** `undefined` if it cannot be launched; the problems say why. */
export function parseLaunch(fields: Fields): LaunchSpec | undefined {
  const kind = transportOf(fields);
  if (!kind) return undefined;
  const launch = kind === 'stdio' ? stdioLaunch(fields) : remoteLaunch(fields, kind);
  return fields.failed ? undefined : launch;
}

function transportOf(fields: Fields): LaunchSpec['kind'] | undefined {
  const type = transportWord(fields, 'type', 'transportType');
  const transport = transportWord(fields, 'transport');
  if (fields.failed) return undefined;
  if (type === 'http' && transport === 'sse') return 'sse';
  const inferred = fields.has('command') ? 'stdio' : inferRemote(fields);
  const kind = type ?? transport ?? inferred;
  if (!kind) nothingToStart(fields);
  return kind;
}

/** The whole block of a client is often pasted where one server of it belongs. */
function nothingToStart(fields: Fields): void {
  const block = fields.member('mcpServers', 'mcp_servers', 'mcp');
  const message = block
    ? l10n.t('"{0}" is the list of another client: put what is inside of it in place of this entry.', block.key)
    : l10n.t('A server needs a "command" or a "url".');
  fields.problems.error('missing-command', message, block ? keyRange(block) : fields.node, fields.server);
}

function transportWord(fields: Fields, ...keys: readonly string[]): LaunchSpec['kind'] | undefined {
  const word = fields.text(...keys);
  if (word === undefined) return undefined;
  const kind = transportNamed(word);
  const place = fields.member(...keys);
  if (!kind && place) {
    const known = transportNames.map((name) => `"${name}"`);
    const message = l10n.t(
      '"{0}" is not a transport; use {1} or {2}.',
      word,
      known.slice(0, -1).join(', '),
      known.at(-1) ?? '',
    );
    fields.fail(message, place.value, 'unknown-transport');
  }
  return kind;
}

function inferRemote(fields: Fields): RemoteLaunch['kind'] | undefined {
  const url = fields.member(...urlKeys)?.value;
  if (!url) return undefined;
  return transportOfAddress(url.kind === 'string' ? String(url.value) : '');
}

function stdioLaunch(fields: Fields): StdioLaunch | undefined {
  const [command, ...first] = commandWords(fields);
  const args = [...first, ...(fields.texts('args', 'arguments') ?? [])];
  const env = parseEnv(fields, 'env', 'environment');
  const envFile = fields.text('envFile', 'env_file');
  const cwd = fields.text('cwd', 'workingDirectory');
  if (!command?.trim()) {
    const place = fields.member('command')?.value ?? fields.node;
    if (!fields.failed)
      fields.problems.error('missing-command', l10n.t('A local server needs a "command".'), place, fields.server);
    return undefined;
  }
  warnOfRemoteKeys(fields);
  if (args.length === 0) warnOfCommandLine(fields, command);
  return { kind: 'stdio', command, args, env, ...(envFile && { envFile }), ...(cwd && { cwd }) };
}

/** Some clients write the command and its arguments as one list. */
function commandWords(fields: Fields): readonly string[] {
  const member = fields.member('command');
  if (member?.value.kind === 'array') return fields.texts('command') ?? [];
  const command = fields.text('command');
  return command === undefined ? [] : [command];
}

function warnOfRemoteKeys(fields: Fields): void {
  const url = fields.member(...urlKeys);
  if (!url) return;
  const message = l10n.t('"{0}" is ignored: this server is started with "command".', url.key);
  fields.problems.warn('conflicting-keys', message, keyRange(url), fields.server);
}

function warnOfCommandLine(fields: Fields, command: string): void {
  // A path may hold spaces; `npx -y thing` in one text is a mistake that ends in ENOENT.
  if (!/^[\w.-]+\s+\S/.test(command)) return;
  const message = l10n.t(
    'This looks like a whole command line: put only the program into "command", and the rest into "args".',
  );
  fields.problems.warn('command-line', message, fields.member('command')?.value ?? fields.node, fields.server);
}

function remoteLaunch(fields: Fields, kind: RemoteLaunch['kind']): RemoteLaunch | undefined {
  const url = fields.text(...urlKeys)?.trim();
  const headers = parseHeaders(fields);
  const oauth = parseOAuth(fields);
  const place = fields.member(...urlKeys)?.value ?? fields.node;
  if (!url) {
    if (!fields.failed)
      fields.problems.error('bad-url', l10n.t('A remote server needs a "url".'), place, fields.server);
    return undefined;
  }
  const fault = urlFault(url, kind);
  if (fault) {
    fields.problems.error('bad-url', fault, place, fields.server, schemeOf(url));
    return undefined;
  }
  return { kind, url, headers, ...(oauth && { oauth }) };
}

function schemeOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).protocol : undefined;
}

function urlFault(url: string, kind: RemoteLaunch['kind']): string | undefined {
  if (url.includes('${')) return undefined; // its value is known only after trust
  if (!URL.canParse(url)) return l10n.t('Not a valid URL: {0}', url);
  const scheme = new URL(url).protocol;
  if (factsOf(kind).schemes.includes(scheme)) return undefined;
  return l10n.t(
    'The URL of a server of type "{0}" must start with {1}, not {2}',
    kind,
    factsOf(kind)
      .schemes.slice(0, 2)
      .map((one) => `${one}//`)
      .join(l10n.t(' or ')),
    `${scheme}//`,
  );
}
