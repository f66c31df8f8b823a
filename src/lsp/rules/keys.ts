import type { Member, ObjectNode } from '../../core/config/text/jsonTree.ts';
import type { EditorCheck } from '../../contract/language.ts';
import { type ClientKeys, clientKeys, keysOf, synonyms } from '../document/clientKeys.ts';
import type { PlacedServer } from '../document/configText.ts';
import type { Finding, Fix } from '../document/finding.ts';
import { l10n } from '../../base/l10n.ts';
import { closest, keyName, removal } from './fixing.ts';
import type { FileRule, RuleContext, ServerRule } from './rule.ts';
import { configFormats } from '../../core/config/model/formats.ts';
import { keyRange } from '../../core/config/model/problems.ts';

/** Keys that this file's client gives no meaning to. */
export const unknownKeys: ServerRule = (server, context) => {
  const { entry, body } = server;
  const table = keysOf(entry.source.kind, entry.source.file);
  const own = entry.launch.kind === 'stdio' ? table.stdio : table.remote;
  if (own.length === 0) return []; // reported by the rule about transports
  const listed = typeof entry.path.at(-1) === 'number' ? ['id', 'name'] : [];
  return body.members
    .filter(({ key }) => !own.includes(key) && !listed.includes(key) && !isLeftToOthers(key, server))
    .map((member) => keyFinding(member, server, table, context));
};

/** A remote key beside "command" is reported by the parser; so are `__proto__` and the like. */
function isLeftToOthers(key: string, { entry }: PlacedServer): boolean {
  const ignored = entry.launch.kind === 'stdio' && ['url', 'serverUrl', 'httpUrl'].includes(key);
  return ignored || key === '__proto__' || key.startsWith('$') || key.startsWith('//');
}

function keyFinding(member: Member, { entry, body }: PlacedServer, table: ClientKeys, context: RuleContext): Finding {
  const { key } = member;
  const read = !Object.hasOwn(entry.unknown, key);
  const owners = ownersOf(key);
  return {
    code: read || owners.length > 0 ? 'foreign-key' : 'unknown-key',
    severity: read ? 'info' : 'warning',
    message: sentence(key, table, read, owners, entry.launch.kind === 'stdio'),
    at: keyRange(member),
    server: entry.name,
    ...coverage(context),
    fixes: () => keyFixes(member, body, entry, table, context),
  };
}

function sentence(key: string, table: ClientKeys, read: boolean, owners: readonly string[], isLocal: boolean): string {
  if (table.stdio.includes(key)) return l10n.t('"{0}" applies to a server with a command, not to one with a URL.', key);
  if (table.remote.includes(key))
    return l10n.t('"{0}" applies to a server with a URL, not to one with a command.', key);
  if (read) return l10n.t('Switchboard reads "{0}", but {1} does not.', key, table.client);
  if (owners.length > 0)
    return l10n.t('{1} does not read "{0}"; it belongs to the file of {2}.', key, table.client, owners.join(', '));
  const near = closest(key, isLocal ? table.stdio : table.remote);
  if (near !== undefined) return l10n.t('"{0}" is not a known key of a server. Did you mean "{1}"?', key, near);
  return l10n.t('"{0}" is not a known key of a server.', key);
}

function ownersOf(key: string): readonly string[] {
  const owners = Object.values(clientKeys)
    .filter(({ client, stdio, remote }) => client !== 'no client' && (stdio.includes(key) || remote.includes(key)))
    .map(({ client }) => client);
  return [...new Set(owners)].slice(0, 3);
}

/** VS Code's own schema flags these in its own file. */
function coverage({ document }: RuleContext): { readonly coveredBy?: EditorCheck } {
  return document.kind === 'vscode' ? { coveredBy: 'vscode-mcp' } : {};
}

function keyFixes(
  member: Member,
  body: ObjectNode,
  entry: PlacedServer['entry'],
  table: ClientKeys,
  { document }: RuleContext,
): readonly Fix[] {
  const own = entry.launch.kind === 'stdio' ? table.stdio : table.remote;
  const candidates = [...(synonyms[member.key] ?? []), closest(member.key, own)];
  const better = candidates.find(
    (name): name is string => name !== undefined && own.includes(name) && !body.members.some(({ key }) => key === name),
  );
  return [
    ...(better === undefined
      ? []
      : [{ title: l10n.t('Rename to "{0}"', better), changes: [keyName(member, better)], preferred: true }]),
    { title: l10n.t('Remove "{0}"', member.key), changes: [removal(document, [...entry.path, member.key])] },
  ];
}

/** Keys beside the servers: VS Code rejects them, other clients ignore them. */
export const rootKeys: FileRule = (context) => {
  const { config, kind, file } = context.document;
  const allowed = keysOf(kind, file).root;
  const { roots, bareMap } = configFormats[kind];
  const { root } = config;
  if (!allowed || root?.kind !== 'object') return [];
  const isBare = bareMap && config.servers.some(({ path }) => path.length === 1);
  if (isBare || config.problems.some(({ code }) => code === 'wrong-root')) return []; // already reported by the parser
  return root.members
    .filter(({ key }) => !allowed.includes(key) && !key.startsWith('//'))
    .map((member) => rootFinding(member, allowed, String(roots[0]?.[0]), context));
};

function rootFinding(member: Member, allowed: readonly string[], home: string, context: RuleContext): Finding {
  const { document } = context;
  const { client } = keysOf(document.kind, document.file);
  const isServers = document.config.servers.some(({ path }) => path[0] === member.key);
  const near =
    isServers && !document.config.servers.some(({ path }) => path[0] === home) ? home : closest(member.key, allowed);
  return {
    code: isServers ? 'wrong-root' : 'unknown-key',
    severity: 'warning',
    message: isServers
      ? l10n.t('{0} reads its servers under "{1}", not under "{2}".', client, home, member.key)
      : l10n.t('{0} does not read "{1}".', client, member.key),
    at: keyRange(member),
    ...coverage(context),
    fixes: () => [
      ...(near === undefined
        ? []
        : [{ title: l10n.t('Rename to "{0}"', near), changes: [keyName(member, near)], preferred: true }]),
      ...(isServers ? [] : [{ title: l10n.t('Remove "{0}"', member.key), changes: [removal(document, [member.key])] }]),
    ],
  };
}
