import path from 'node:path';
import { memberOf, nodeAt } from '../../core/config/text/jsonTree.ts';
import { aboutSse, keyDescriptions, keysOf } from '../document/clientKeys.ts';
import { type ConfigText, type PlacedServer, textItems } from '../document/configText.ts';
import { placeOf, workingFolder } from '../rules/paths.ts';
import { hasEditorSchema } from '../document/schema.ts';
import type { Environment } from '../environment/environment.ts';
import type { Cursor, Role } from './cursor.ts';
import { CompletionItemKind } from '../document/protocolValues.ts';
import type { Proposal } from './item.ts';
import { knownAddresses, knownOf, knownPackages } from './serverSnippets.ts';

type ValueRole = Extract<Role, { kind: 'value' }>;

/** Values of a server's keys. */
export function valueProposals(
  role: ValueRole,
  cursor: Cursor,
  document: ConfigText,
  around: Environment,
): readonly Proposal[] {
  switch (role.key) {
    case 'type':
    case 'transport':
      return hasEditorSchema(document, around) ? [] : types(document);
    case 'command':
      return [...programs(cursor, around), ...files(role, cursor, document, around, 'all')];
    case 'args':
      return [...packages(role, document), ...files(role, cursor, document, around, 'all')];
    case 'cwd':
      return files(role, cursor, document, around, 'folders');
    case 'envFile':
      return files(role, cursor, document, around, 'all');
    case 'url':
    case 'serverUrl':
      return knownAddresses().map(({ name, about }) => ({
        label: name,
        kind: CompletionItemKind.Reference,
        insert: JSON.stringify(name),
        detail: about,
      }));
    default:
      return [];
  }
}

function types({ kind, file }: ConfigText): readonly Proposal[] {
  return keysOf(kind, file).types.map(typeProposal);
}

function typeProposal(type: string): Proposal {
  const plain = { label: type, kind: CompletionItemKind.EnumMember, insert: JSON.stringify(type) };
  return type === 'sse' ? { ...plain, detail: aboutSse(), deprecated: true, rank: 9 } : plain;
}

const runners = [
  'npx',
  'uvx',
  'node',
  'python3',
  'python',
  'docker',
  'bunx',
  'deno',
  'uv',
  'podman',
  'pipx',
  'dotnet',
  'go',
  'java',
];
const most = 200;

/** The usual runners first; the rest of PATH once a letter is typed, since it is long. */
function programs({ typed }: Cursor, around: Environment): readonly Proposal[] {
  const found = runners.flatMap((name) => {
    const where = around.findProgram(name);
    return typeof where === 'string' && where !== 'pending' ? [program(name, where, 1)] : [];
  });
  const rest =
    typed === '' ? [] : around.programs().filter((name) => name.startsWith(typed) && !runners.includes(name));
  return [...found, ...rest.slice(0, most).map((name) => program(name, undefined, 4))];
}

function program(name: string, where: string | undefined, rank: number): Proposal {
  return {
    label: name,
    kind: CompletionItemKind.Function,
    insert: JSON.stringify(name),
    rank,
    ...(where !== undefined && { detail: where }),
  };
}

function packages({ server }: ValueRole, document: ConfigText): readonly Proposal[] {
  const command = memberOf(nodeAt(document.config.root, server), 'command')?.value;
  const name = command?.kind === 'string' ? String(command.value) : '';
  return knownPackages(name).map((known) => ({
    label: known.name,
    kind: CompletionItemKind.Module,
    insert: JSON.stringify(known.name),
    detail: known.about,
    rank: 2,
  }));
}

/** Files of the folder that is typed so far; nothing is listed before a path is begun. */
function files(
  { server }: ValueRole,
  { typed }: Cursor,
  document: ConfigText,
  around: Environment,
  wanted: 'all' | 'folders',
): readonly Proposal[] {
  const head = /^.*[\\/]/s.exec(typed)?.[0] ?? '';
  const isPath = head !== '' || wanted === 'folders';
  const placed = document.servers.find(({ entry }) => entry.path.join('\0') === server.join('\0'));
  const folder = isPath ? folderFor(head, placed, document, around) : undefined;
  if (folder === undefined) return [];
  return around
    .list(folder)
    .filter(({ isFolder }) => isFolder || wanted === 'all')
    .slice(0, most)
    .map(({ name, isFolder }) => ({
      label: head + name + (isFolder ? '/' : ''),
      kind: isFolder ? CompletionItemKind.Folder : CompletionItemKind.File,
      insert: JSON.stringify(head + name + (isFolder ? '/' : '')),
      rank: isFolder ? 4 : 3,
    }));
}

/** While the entry is half typed it may not have been read as a server: its folder is then the file's. */
function folderFor(
  head: string,
  placed: PlacedServer | undefined,
  document: ConfigText,
  around: Environment,
): string | undefined {
  const { source } = document.config;
  const base = source.folder?.path ?? path.dirname(source.file);
  const entry = placed?.entry ?? { ...emptyEntry, source };
  const from = placed ? workingFolder(placed.entry, around) : base;
  return head === '' ? (around.trusted ? from : undefined) : placeOf(head, entry, around, from);
}

const emptyEntry = {
  name: '',
  launch: { kind: 'stdio', command: '', args: [], env: {} },
  options: { disabled: false, autoStart: false },
  unknown: {},
  raw: {},
  inputs: [],
  path: [],
  spans: { entry: zero(), name: zero(), body: zero() },
  incomplete: true,
} as const;

function zero() {
  return { offset: 0, length: 0, line: 0, column: 0, endLine: 0, endColumn: 0 };
}

/** Names of variables or headers: those of the known server of this package, then the usual ones. */
export function mapKeyProposals(
  { server, key }: Extract<Role, { kind: 'mapKey' }>,
  cursor: Cursor,
  document: ConfigText,
  around: Environment,
): readonly Proposal[] {
  const body = nodeAt(document.config.root, server);
  if (body?.kind !== 'object') return [];
  const present = new Set(mapKeys(body, key));
  const url = memberOf(body, 'url')?.value;
  const known = knownOf(
    textItems(body, 'args').map(({ text }) => text),
    url?.kind === 'string' ? String(url.value) : undefined,
  );
  const wanted = key === 'env' ? Object.keys((known?.body['env'] as object | undefined) ?? {}) : [];
  const usual =
    key === 'headers' ? ['Authorization', 'X-API-Key'] : key === 'env' && around.trusted ? Object.keys(around.env) : [];
  const value = cursor.hasColon ? '' : ': ""';
  return [...wanted.map((name) => ({ name, rank: 1 })), ...usual.toSorted().map((name) => ({ name, rank: 6 }))]
    .filter(({ name }) => !present.has(name))
    .map(({ name, rank }) => ({
      label: name,
      kind: CompletionItemKind.Property,
      insert: JSON.stringify(name) + value,
      rank,
    }));
}

function mapKeys(body: Parameters<typeof memberOf>[0], key: string): readonly string[] {
  const map = memberOf(body, key)?.value;
  return map?.kind === 'object' ? map.members.map((member) => member.key) : [];
}

/** Keys of a server that are not there yet. */
export function keyProposals(
  { server }: Extract<Role, { kind: 'serverKey' }>,
  cursor: Cursor,
  document: ConfigText,
): readonly Proposal[] {
  const body = nodeAt(document.config.root, server);
  const present = new Set(body?.kind === 'object' ? body.members.map(({ key }) => key) : []);
  const table = keysOf(document.kind, document.file);
  const own =
    present.has('url') || present.has('serverUrl')
      ? table.remote
      : present.has('command')
        ? table.stdio
        : [...new Set([...table.stdio, ...table.remote])];
  return own
    .filter((key) => !present.has(key) || key === cursor.typed)
    .map((key, at) => keyProposal(key, Math.min(9, at), cursor));
}

function keyProposal(key: string, rank: number, { hasColon }: Cursor): Proposal {
  const about = keyDescriptions[key]?.about();
  return {
    label: key,
    kind: CompletionItemKind.Property,
    insert: JSON.stringify(key) + (hasColon ? '' : `: ${emptyValue(key)}`),
    rank,
    ...(about !== undefined && { about }),
  };
}

function emptyValue(key: string): string {
  const type = keyDescriptions[key]?.schema['type'];
  if (type === 'array') return '[]';
  if (type === 'object') return '{}';
  return type === 'boolean' ? 'true' : type === 'number' ? '0' : '""';
}
