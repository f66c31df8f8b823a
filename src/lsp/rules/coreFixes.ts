import { configFormats } from '../../core/config/model/formats.ts';
import { type JsonNode, type Member, type ObjectNode, memberOf, nodeAt } from '../../core/config/text/jsonTree.ts';
import type { ConfigProblem, ProblemCode } from '../../core/config/model/model.ts';
import { splitCommandLine } from '../../core/config/edit/newServer.ts';
import { keysOf } from '../document/clientKeys.ts';
import { type ConfigText, type PlacedServer, textMember } from '../document/configText.ts';
import { type Fix, differenceOf, replaceAt } from '../document/finding.ts';
import { l10n } from '../../base/l10n.ts';
import { closest, declaration, keyName, removal } from './fixing.ts';

type MakeFixes = (problem: ConfigProblem, document: ConfigText) => readonly (Fix | undefined)[];

const makers: Partial<Record<ProblemCode, MakeFixes>> = {
  'undefined-input': declareInput,
  'unused-input': removeInput,
  'command-line': splitCommand,
  'conflicting-keys': removeKey,
  'unknown-transport': correctTransport,
  'wrong-root': renameRoot,
  'bad-url': otherType,
  'missing-command': otherType,
};

/** What a user can do about a problem of the parser. */
export function fixesOf(problem: ConfigProblem, document: ConfigText): readonly Fix[] {
  return (makers[problem.code]?.(problem, document) ?? []).filter((fix) => fix !== undefined);
}

function declareInput({ span, subject: id }: ConfigProblem, document: ConfigText): readonly (Fix | undefined)[] {
  if (id === undefined) return [];
  const known = closest(
    id,
    document.config.inputs.map((input) => input.id),
  );
  const change = declaration(document, { type: 'promptString', id, description: id, password: true });
  return [
    known === undefined
      ? undefined
      : { title: l10n.t('Change to "{0}"', known), changes: [replaceAt(span, `\${input:${known}}`)] },
    change && { title: l10n.t('Declare the input "{0}"', id), changes: [change], preferred: known === undefined },
  ];
}

function removeInput({ span }: ConfigProblem, document: ConfigText): readonly (Fix | undefined)[] {
  const path = configFormats[document.kind].inputs;
  const list = path && nodeAt(document.config.root, path);
  const at = list?.kind === 'array' ? list.items.findIndex(({ offset }) => offset === span.offset) : -1;
  if (!path || at < 0) return [];
  return [{ title: l10n.t('Remove the unused input'), changes: [removal(document, [...path, at])], preferred: true }];
}

function serverOf({ server, span }: ConfigProblem, document: ConfigText): PlacedServer | undefined {
  return document.servers.find(({ entry }) => entry.name === server) ?? document.serverAt(span.offset);
}

/** `"npx -y thing"` becomes a program and its arguments. */
function splitCommand(problem: ConfigProblem, document: ConfigText): readonly (Fix | undefined)[] {
  const server = serverOf(problem, document);
  const command = server && textMember(server.body, 'command');
  if (!server || !command) return [];
  const [program = '', ...args] = splitCommandLine(command.text);
  const list = memberOf(server.body, 'args');
  const words = args.map((arg) => JSON.stringify(arg)).join(', ');
  const changes = list?.value
    ? [replaceAt(command.node, JSON.stringify(program)), replaceAt(list.value, `[${words}]`)]
    : [replaceAt(command.node, `${JSON.stringify(program)}, "args": [${words}]`)];
  return [{ title: l10n.t('Put the arguments into "args"'), changes, preferred: true }];
}

function removeKey(problem: ConfigProblem, document: ConfigText): readonly (Fix | undefined)[] {
  const server = serverOf(problem, document);
  const member = server?.body.members.find(({ keyOffset }) => keyOffset === problem.span.offset);
  if (!server || !member) return [];
  return [
    { title: l10n.t('Remove "{0}"', member.key), changes: [removal(document, [...server.entry.path, member.key])] },
  ];
}

function correctTransport({ span }: ConfigProblem, document: ConfigText): readonly (Fix | undefined)[] {
  const { types } = keysOf(document.kind, document.file);
  const written = document.text.slice(span.offset + 1, span.offset + span.length - 1);
  const near = closest(written, types);
  return types.map((type) => ({
    title: l10n.t('Change to "{0}"', type),
    changes: [replaceAt(span, JSON.stringify(type))],
    preferred: type === near,
  }));
}

/** The type contradicts the rest of the entry, or the key is misspelt. */
function otherType({ span, subject }: ConfigProblem, document: ConfigText): readonly (Fix | undefined)[] {
  const body = objectAround(document.config.root, span.offset);
  const misspelt = body?.members.find(({ key }) => key !== 'cwd' && closest(key, ['command', 'url']) !== undefined);
  const has = (key: string): boolean => memberOf(body, key) !== undefined;
  if (misspelt && !has('command') && !has('url')) return [renamed(misspelt)];
  const type = memberOf(body, 'type')?.value;
  const fitting =
    subject === 'ws:' || subject === 'wss:' ? 'ws' : has('command') ? 'stdio' : has('url') ? 'http' : undefined;
  if (!type || fitting === undefined || ('value' in type && type.value === fitting)) return [];
  const changes = [replaceAt(type, JSON.stringify(fitting))];
  return [{ title: l10n.t('Change to "{0}"', fitting), changes, preferred: true }];
}

function renamed(member: Member): Fix {
  const name = closest(member.key, ['command', 'url']) ?? 'command';
  return { title: l10n.t('Rename to "{0}"', name), changes: [keyName(member, name)], preferred: true };
}

/** The innermost object around a place: that of a server which could not be read. */
function objectAround(node: JsonNode | undefined, offset: number): ObjectNode | undefined {
  if (!node || offset < node.offset || offset >= node.offset + node.length) return undefined;
  const children =
    node.kind === 'object' ? node.members.map(({ value }) => value) : node.kind === 'array' ? node.items : [];
  const inner = children.map((child) => objectAround(child, offset)).find((found) => found !== undefined);
  return inner ?? (node.kind === 'object' ? node : undefined);
}

/** `mcpServers` where VS Code wants `servers`, and the other way round. */
function renameRoot({ span }: ConfigProblem, document: ConfigText): readonly (Fix | undefined)[] {
  const wanted = configFormats[document.kind].roots[0];
  const { root } = document.config;
  if (!wanted || wanted.length !== 1 || root?.kind !== 'object') return [];
  const name = String(wanted[0]);
  const member = root.members.find(
    ({ value, keyOffset }) => value?.offset === span.offset || keyOffset === span.offset,
  );
  if (!member || memberOf(root, name)) return [];
  if (isMapOfServers(member))
    return [{ title: l10n.t('Rename to "{0}"', name), changes: [keyName(member, name)], preferred: true }];
  return [{ title: l10n.t('Put the servers under "{0}"', name), changes: [wrapped(document, name)], preferred: true }];
}

function isMapOfServers({ value }: Member): boolean {
  return value?.kind === 'object' && value.members.every((each) => each.value?.kind === 'object');
}

function wrapped({ text, config }: ConfigText, name: string) {
  const { root } = config;
  const inner = root ? text.slice(root.offset, root.offset + root.length) : '{}';
  const after = `{\n  ${JSON.stringify(name)}: ${inner.replaceAll('\n', '\n  ')}\n}`;
  return differenceOf(
    text,
    text.slice(0, root?.offset ?? 0) + after + text.slice((root?.offset ?? 0) + (root?.length ?? 0)),
  );
}
