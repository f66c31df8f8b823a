import { l10n } from '../../../base/l10n.ts';
import { configFormats, knownRoots, rootKeys } from '../model/formats.ts';
import { type ArrayNode, type JsonNode, type ObjectNode, memberOf, nodeAt } from '../text/jsonTree.ts';
import type { ConfigKind, JsonPath } from '../model/model.ts';
import { type TextRange, type ProblemList, describeKind, keyRange } from '../model/problems.ts';

/** What may be a server: a name, and what is under it. */
export interface Candidate {
  readonly name: string;
  readonly body: JsonNode;
  readonly path: JsonPath;
  readonly whole: TextRange;
  readonly nameAt: TextRange;
}

/** Everything at a place where some client keeps its servers: a map, a list, or the whole file. */
export function findCandidates(
  root: JsonNode | undefined,
  kind: ConfigKind,
  problems: ProblemList,
): readonly Candidate[] {
  if (!root || (configFormats[kind].shared && root.kind !== 'object')) return [];
  if (root.kind === 'array') return listed(root, [], problems);
  if (root.kind !== 'object') {
    problems.error('root-type', l10n.t('This file must contain an object, not {0}.', describeKind(root)), root);
    return [];
  }
  const places = serverContainers(kind);
  const found = places.flatMap((path) => under(root, path, kind, problems));
  if (found.length > 0 || places.some((path) => nodeAt(root, path))) return found;
  if (configFormats[kind].bareMap) return bare(root);
  if (!configFormats[kind].shared) reportMisplaced(root, kind, problems);
  return [];
}

/** A format's own places first. Files that hold much else, such as devcontainer.json, are read nowhere else. */
export function serverContainers(kind: ConfigKind): readonly JsonPath[] {
  const { roots, shared } = configFormats[kind];
  if (shared) return roots;
  return [...roots, ...knownRoots.filter((known) => !roots.some((own) => own.join() === known.join()))];
}

function under(root: ObjectNode, path: JsonPath, kind: ConfigKind, problems: ProblemList): readonly Candidate[] {
  const node = nodeAt(root, path);
  if (!node || node.kind === 'null') return [];
  warnOfForeignPlace(node, path, kind, problems);
  if (node.kind === 'object') return mapped(node, path);
  if (node.kind === 'array') return listed(node, path, problems);
  problems.error('root-type', l10n.t('"{0}" must be an object, not {1}.', path.join('.'), describeKind(node)), node);
  return [];
}

/** Only VS Code is strict about the one place; `.mcp.json` and its like are written in several ways. */
function warnOfForeignPlace(node: JsonNode, path: JsonPath, kind: ConfigKind, problems: ProblemList): void {
  const { label, roots, comments } = configFormats[kind];
  if (!comments || kind === 'plain' || roots.includes(path)) return;
  const message = l10n.t(
    'Switchboard reads "{0}", but {1} reads only "{2}".',
    path.join('.'),
    label(),
    roots[0]?.join('.') ?? '',
  );
  problems.warn('wrong-root', message, node);
}

function mapped(node: ObjectNode, path: JsonPath): readonly Candidate[] {
  return node.members.flatMap((member): readonly Candidate[] => {
    if (!member.value) return [];
    return [
      { name: member.key, body: member.value, path: [...path, member.key], whole: member, nameAt: keyRange(member) },
    ];
  });
}

function listed(node: ArrayNode, path: JsonPath, problems: ProblemList): readonly Candidate[] {
  return node.items.flatMap((body, at): readonly Candidate[] => {
    const name = memberOf(body, 'id')?.value ?? memberOf(body, 'name')?.value;
    if (name?.kind === 'string')
      return [{ name: String(name.value), body, path: [...path, at], whole: body, nameAt: name }];
    problems.error('server-name', l10n.t('A server in a list needs an "id".'), body);
    return [];
  });
}

function bare(root: ObjectNode): readonly Candidate[] {
  return mapped(root, []).filter(({ name, body }) => !rootKeys.has(name) || looksLikeServer(body));
}

function reportMisplaced(root: ObjectNode, kind: ConfigKind, problems: ProblemList): void {
  const server = root.members.find(({ value }) => looksLikeServer(value));
  if (!server) return;
  const { label, roots } = configFormats[kind];
  problems.error(
    'wrong-root',
    l10n.t(
      'In this file ({0}) servers belong under "{1}"; "{2}" is not read.',
      label(),
      roots[0]?.join('.') ?? '',
      server.key,
    ),
    keyRange(server),
  );
}

function looksLikeServer(node: JsonNode | undefined): boolean {
  return memberOf(node, 'command') !== undefined || memberOf(node, 'url') !== undefined;
}
