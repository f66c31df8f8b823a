import type { RemoteLaunch } from '../../core/config/model/launch.ts';
import { memberOf } from '../../core/config/text/jsonTree.ts';
import { clientBody } from '../../core/config/sources/exportConfig.ts';
import { formatValue, styleOf } from '../../core/config/text/textEdit.ts';
import { type ClientKeys, aboutSse, keysOf } from '../document/clientKeys.ts';
import { type PlacedServer, type TextMember, textMember } from '../document/configText.ts';
import { type Finding, type Fix, replaceAt } from '../document/finding.ts';
import { l10n } from '../../base/l10n.ts';
import { addition } from './fixing.ts';
import type { RuleContext, ServerRule } from './rule.ts';

/** The transport does not fit the address, or this client does not speak it. */
export const transports: ServerRule = (server, context) => {
  const { launch, source } = server.entry;
  if (launch.kind === 'stdio') return [];
  const keys = keysOf(source.kind, source.file);
  const url = textMember(server.body, 'url', 'serverUrl', 'httpUrl');
  if (!url) return [];
  if (keys.remote.length === 0) return [unsupported(server, url, keys, context)];
  const found = [
    wrongEnding(server, launch, url) ?? deprecated(server, launch),
    notSpoken(server, launch, keys),
    missingType(server, launch, url, context),
  ];
  return found.filter((finding) => finding !== undefined);
};

/** By convention an address that ends in /sse speaks the old transport, and one that ends in /mcp the new one. */
function wrongEnding({ body, entry }: PlacedServer, launch: RemoteLaunch, url: TextMember): Finding | undefined {
  const type = textMember(body, 'type', 'transport', 'transportType');
  const ending = /\/(sse|mcp)\/?(?:[?#].*)?$/.exec(url.text)?.[1];
  const better =
    ending === 'sse' && launch.kind === 'http' ? 'sse' : ending === 'mcp' && launch.kind === 'sse' ? 'http' : undefined;
  if (!type || better === undefined) return undefined;
  return {
    code: 'wrong-transport',
    severity: 'warning',
    message: l10n.t('A URL that ends in /{0} usually uses "{1}", not "{2}".', ending ?? '', better, type.text),
    at: type.node,
    server: entry.name,
    fixes: () => [
      {
        title: l10n.t('Change to "{0}"', better),
        changes: [replaceAt(type.node, JSON.stringify(better))],
        preferred: true,
      },
    ],
  };
}

/** Still spoken; what is new should not choose it. A server that has nothing else is found by the fallback of "http". */
function deprecated({ body, entry }: PlacedServer, launch: RemoteLaunch): Finding | undefined {
  const type = textMember(body, 'type', 'transport', 'transportType');
  if (!type || launch.kind !== 'sse') return undefined;
  return {
    code: 'deprecated-transport',
    severity: 'hint',
    message: aboutSse(),
    at: type.node,
    server: entry.name,
    deprecated: true,
  };
}

function notSpoken(
  { body, entry }: PlacedServer,
  launch: RemoteLaunch,
  { client, types }: ClientKeys,
): Finding | undefined {
  if (launch.kind !== 'ws' || types.includes('ws')) return undefined;
  return {
    code: 'unsupported-transport',
    severity: 'info',
    message: l10n.t('{0} does not support WebSocket; Switchboard does.', client),
    ...(entry.source.kind === 'vscode' && { coveredBy: 'vscode-mcp' }),
    at: textMember(body, 'type', 'url')?.node ?? body,
    server: entry.name,
  };
}

/** Claude Code takes an entry without "type" for a program to start, and looks for its command. */
function missingType(
  { body, entry }: PlacedServer,
  launch: RemoteLaunch,
  url: TextMember,
  { document }: RuleContext,
): Finding | undefined {
  const isDotMcp = document.kind === 'mcpJson' && /(?:^|[\\/])\.mcp\.json$/.test(document.file);
  if (!isDotMcp || memberOf(body, 'type') || memberOf(body, 'transport')) return undefined;
  const type = /\/sse\/?$/.test(url.text) ? 'sse' : launch.kind;
  return {
    code: 'missing-type',
    severity: 'warning',
    message: l10n.t('Without "type", Claude Code treats this as a command to start.'),
    at: url.member,
    server: entry.name,
    fixes: () => [
      { title: l10n.t('Add "type": "{0}"', type), changes: [addition(document, body, 'type', type)], preferred: true },
    ],
  };
}

function unsupported(server: PlacedServer, url: TextMember, { client }: ClientKeys, context: RuleContext): Finding {
  return {
    code: 'unsupported-transport',
    severity: 'warning',
    message: l10n.t('{0} supports only local servers in this file; a URL needs a bridge such as mcp-remote.', client),
    at: url.member,
    server: server.entry.name,
    fixes: () => [throughBridge(server, context)],
  };
}

function throughBridge({ entry, body }: PlacedServer, { document: { text } }: RuleContext): Fix {
  const indent = /[ \t]*$/.exec(text.slice(0, text.indexOf('"', body.offset)))?.[0] ?? '';
  const style = styleOf(text);
  const base = indent.slice(0, Math.max(0, indent.length - style.indent.length));
  const value = formatValue(clientBody(entry, 'claudeDesktop'), style, base);
  return { title: l10n.t('Connect through mcp-remote'), changes: [replaceAt(body, value)], preferred: true };
}
