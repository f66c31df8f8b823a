import { serverContainers } from './candidates.ts';
import { type JsonTree, type Member, type ObjectNode, maxErrors, nodeAt, parseJsonTree } from '../text/jsonTree.ts';
import type {
  ConfigProblem,
  EntrySpans,
  InputDeclaration,
  JsonPath,
  ParsedConfig,
  ServerEntry,
} from '../model/model.ts';
import { maxFileLength, maxServers } from './parseConfig.ts';
import { type TextRange, ProblemList, keyRange, maxProblems } from '../model/problems.ts';
import { readEntry } from './readEntry.ts';
import { reportUses } from './reportReferences.ts';
import { type Change, OffsetShift } from './offsetShift.ts';

interface ReadText {
  readonly text: string;
  readonly config: ParsedConfig;
}

/**
 * Reads a file after a change inside one server: that one is read, the others are moved. `undefined` where more than
 * this server may have changed, and the whole must be read.
 */
export function rereadConfig(before: ReadText, text: string, change: Change): ParsedConfig | undefined {
  if (text.length > maxFileLength) return undefined;
  const old = changedServer(before, change);
  const tree = old && bodyTree(text, old, change.by);
  return old && tree && new Reread(before, text, change, old, tree).config();
}

interface OldServer {
  readonly member: Member;
  readonly body: ObjectNode;
  readonly path: JsonPath;
  /** Absent where it could not be launched. */
  readonly entry: ServerEntry | undefined;
}

/** A member of the file's only server map, with a unique name: then nothing else depends on its content. */
function changedServer({ config: { source, root, servers } }: ReadText, change: Change): OldServer | undefined {
  const [place, ...more] = serverContainers(source.kind).filter((path) => nodeAt(root, path));
  if (!place || more.length > 0) return undefined;
  const map = nodeAt(root, place);
  if (map?.kind !== 'object' || map.members.length > maxServers) return undefined;
  const member = map.members.find(({ value }) => value && holds(value, change));
  if (member?.value?.kind !== 'object' || map.members.some((other) => other !== member && other.key === member.key))
    return undefined;
  const body = member.value;
  const entry = servers.find(({ spans }) => spans.body.offset === body.offset);
  return { member, body, path: [...place, member.key], entry };
}

function holds({ offset, length }: TextRange, change: Change): boolean {
  return change.offset > offset && change.offset + change.length < offset + length;
}

/** Only if it ends where expected: a bracket or a comment may reach beyond it. */
function bodyTree(text: string, { body, path }: OldServer, by: number): JsonTree | undefined {
  const end = body.offset + body.length + by;
  const tree = parseJsonTree(text.slice(0, end), { offset: body.offset, depth: path.length });
  const { root } = tree;
  return tree.isClosed && root?.kind === 'object' && root.offset + root.length === end ? tree : undefined;
}

class Reread {
  readonly #before: ReadText;
  readonly #text: string;
  readonly #old: OldServer;
  readonly #tree: JsonTree;
  readonly #shift: OffsetShift;
  readonly #problems: ProblemList;
  readonly #used = new Set<string>();

  constructor(before: ReadText, text: string, change: Change, old: OldServer, tree: JsonTree) {
    const lines = before.config.lines.after(text, change);
    this.#before = before;
    this.#text = text;
    this.#old = old;
    this.#tree = tree;
    this.#shift = new OffsetShift(change, before.config.lines, lines);
    this.#problems = new ProblemList(before.config.source.file, lines);
  }

  config(): ParsedConfig | undefined {
    const { source, root } = this.#before.config;
    const kept = this.#keptProblems();
    const body = this.#tree.root;
    if (!kept || !root || body?.kind !== 'object') return undefined;
    const moved = this.#inputs();
    const servers = this.#servers(body, moved);
    const problems = [...kept, ...this.#problems.list];
    if (!this.#usesTheSame() || problems.length >= maxProblems) return undefined;
    const broken = this.#tree.errors.some(({ tooDeep }) => !tooDeep);
    return {
      source,
      servers,
      inputs: moved,
      problems,
      broken,
      root: this.#shift.tree(root, body),
      lines: this.#problems.lines,
    };
  }

  /** Problems of other servers and of the file. A text with errors elsewhere is not read in parts. */
  #keptProblems(): readonly ConfigProblem[] | undefined {
    const { member, body } = this.#old;
    const { problems } = this.#before.config;
    const end = member.offset + member.length - 1; // a missing comma after it is reported at its last bracket
    if (isCut(problems)) return undefined;
    const isElsewhere = ({ offset }: TextRange) => offset < body.offset || offset >= end; // in its name, too
    if (problems.some(({ code, span }) => code === 'syntax' && isElsewhere(span))) return undefined;
    const kept = problems.filter(({ span }) => span.offset < member.offset || span.offset >= end);
    if (kept.filter(isOfText).length + this.#tree.errors.length >= maxErrors) return undefined;
    return kept.map((problem) => this.#shift.placed(problem));
  }

  #servers(body: ObjectNode, inputs: readonly InputDeclaration[]): readonly ServerEntry[] {
    const { entry: old, member } = this.#old;
    const others = this.#before.config.servers.filter((entry) => entry !== old);
    const at = others.findLastIndex(({ spans }) => spans.entry.offset < member.offset) + 1;
    return others.map((entry) => this.#moved(entry, inputs)).toSpliced(at, 0, ...this.#changed(body, inputs));
  }

  #moved(entry: ServerEntry, inputs: readonly InputDeclaration[]): ServerEntry {
    const spans = this.#spans(entry);
    return spans.body === entry.spans.body && inputs === entry.inputs ? entry : { ...entry, inputs, spans };
  }

  #spans({ spans: { entry, name, body } }: ServerEntry): EntrySpans {
    return { entry: this.#shift.span(entry), name: this.#shift.span(name), body: this.#shift.span(body) };
  }

  #changed(body: ObjectNode, inputs: readonly InputDeclaration[]): readonly ServerEntry[] {
    const { member, path } = this.#old;
    const { errors } = this.#tree;
    for (const error of errors) this.#problems.error(error.tooDeep ? 'too-deep' : 'syntax', error.message, error);
    const whole = { offset: member.offset, length: body.offset + body.length - member.offset };
    const candidate = { name: member.key, body, path, whole, nameAt: keyRange(member) };
    const { source, root } = this.#before.config; // what is around the servers is as it was
    const entry = readEntry(candidate, { source, inputs, errors, root }, this.#problems);
    if (entry) reportUses(this.#text, { name: entry.name, body }, inputs, this.#problems, this.#used);
    return entry ? [entry] : [];
  }

  /** Otherwise an input may have become unused, or used. */
  #usesTheSame(): boolean {
    const { entry, body } = this.#old;
    const before = new Set<string>();
    const aside = new ProblemList('', this.#before.config.lines);
    if (entry) reportUses(this.#before.text, { name: entry.name, body }, entry.inputs, aside, before);
    return before.size === this.#used.size && [...before].every((id) => this.#used.has(id));
  }

  #inputs(): readonly InputDeclaration[] {
    const { inputs } = this.#before.config;
    const last = inputs.at(-1)?.span;
    if (!last || this.#shift.span(last) === last) return inputs;
    return inputs.map((input) => this.#shift.placed(input));
  }
}

/** A truncated list does not cover the rest. */
function isCut(problems: readonly ConfigProblem[]): boolean {
  return problems.length > maxProblems || problems.filter(isOfText).length >= maxErrors;
}

function isOfText({ code }: ConfigProblem): boolean {
  return code === 'syntax' || code === 'too-deep';
}
