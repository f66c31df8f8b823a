import { splitCommandLine } from '../../core/config/newServer.ts';
import { configFormats } from '../../core/config/formats.ts';
import { type Member, memberOf, nodeAt } from '../../core/config/jsonTree.ts';
import type { ConfigProblem, JsonPath, ProblemCode } from '../../core/config/model.ts';
import { type Place, keyPlace } from '../../core/config/problems.ts';
import type { EditorCheck } from '../../protocol/language.ts';
import { keysOf } from '../clientKeys.ts';
import { type ConfigText, type PlacedServer, textMember } from '../configText.ts';
import { type Finding, type Fix, differenceOf, replaceAt } from '../finding.ts';
import { l10n } from '../l10n.ts';
import { closest, declaration, keyName, removal } from './fixing.ts';
import type { FileRule } from './rule.ts';

/** What the editor's own JSON support says too. */
const covered: Partial<Record<ProblemCode, EditorCheck>> = {
  syntax: 'json-syntax',
  'root-type': 'json-schema',
  'wrong-type': 'json-schema',
  'unknown-transport': 'json-schema',
  'bad-env': 'json-schema',
  'bad-input': 'json-schema',
  'duplicate-key': 'json-syntax',
  'duplicate-server': 'json-syntax',
};

/** What VS Code's schema of its own file says too. */
const inVscode: ReadonlySet<ProblemCode> = new Set(['conflicting-keys', 'bad-url', 'wrong-root']);

/** What the parser noticed, with its fixes. */
export const coreProblems: FileRule = ({ document }) =>
  document.config.problems
    .filter((problem) => !isToldElsewhere(problem, document))
    .map((problem) => toFinding(problem, document));

function toFinding(problem: ConfigProblem, document: ConfigText): Finding {
  const { code, message, server } = problem;
  const check = covered[code] ?? (document.kind === 'vscode' && inVscode.has(code) ? 'vscode-mcp' : undefined);
  return {
    code,
    severity: severityOf(problem),
    message,
    at: placeOf(problem, document),
    ...(server !== undefined && { server }),
    ...(check && { coveredBy: check }),
    ...(code === 'unused-input' && { unnecessary: true }),
    fixes: () => fixesOf(problem, document),
  };
}

/** A misplaced map is told at its key: the whole of it under a wavy line would hide everything else. */
function placeOf({ code, span }: ConfigProblem, { config }: ConfigText): Place {
  const { root } = config;
  if (code !== 'wrong-root' || root?.kind !== 'object') return span;
  const member = root.members.find(({ value }) => value?.offset === span.offset);
  return member ? keyPlace(member) : span;
}

/** A client without inputs does not fill them in at all: the rule about variables says that. */
function isToldElsewhere({ code }: ConfigProblem, { kind }: ConfigText): boolean {
  return code === 'undefined-input' && configFormats[kind].inputs === undefined;
}

/** VS Code itself runs `${command:…}`: the file is right, only Switchboard will not start that server. */
function severityOf({ code, severity }: ConfigProblem): Finding['severity'] {
  return code === 'unsupported-variable' ? 'info' : severity;
}

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

function fixesOf(problem: ConfigProblem, document: ConfigText): readonly Fix[] {
  return (makers[problem.code]?.(problem, document) ?? []).filter((fix) => fix !== undefined);
}

function declareInput({ span }: ConfigProblem, document: ConfigText): readonly (Fix | undefined)[] {
  const id = /^\$\{input:(.+)\}$/.exec(document.text.slice(span.offset, span.offset + span.length))?.[1];
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

/** The type and the rest of the entry speak of two kinds of server. */
function otherType({ span, message }: ConfigProblem, document: ConfigText): readonly (Fix | undefined)[] {
  const body = bodyAround(document, span.offset);
  const type = memberOf(body, 'type')?.value;
  const has = (key: string): boolean => memberOf(body, key) !== undefined;
  const fitting = /\bwss?:/.test(message) ? 'ws' : has('command') ? 'stdio' : has('url') ? 'http' : undefined;
  if (!type || fitting === undefined || ('value' in type && type.value === fitting)) return [];
  return [
    { title: l10n.t('Change to "{0}"', fitting), changes: [replaceAt(type, JSON.stringify(fitting))], preferred: true },
  ];
}

/** The object of a server that could not be read, by a place inside it. */
function bodyAround(document: ConfigText, offset: number) {
  const paths: readonly JsonPath[] = [['servers'], ['mcpServers'], []];
  const bodies = paths.flatMap((path) => {
    const node = nodeAt(document.config.root, path);
    return node?.kind === 'object' ? node.members.map(({ value }) => value) : [];
  });
  return bodies.find((body) => body?.kind === 'object' && body.offset <= offset && offset < body.offset + body.length);
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
