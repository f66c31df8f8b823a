import { l10n } from '../../../base/l10n.ts';
import { type Candidate, findCandidates } from './candidates.ts';
import { configFormats } from '../model/formats.ts';
import { type JsonTree, nodeAt, parseJsonTree } from '../text/jsonTree.ts';
import { LineIndex } from '../text/lineMap.ts';
import type { ConfigKind, ConfigSource, InputDeclaration, ParsedConfig, ServerEntry } from '../model/model.ts';
import { parseInputs } from './parseInputs.ts';
import { type TextRange, ProblemList } from '../model/problems.ts';
import { readEntry } from './readEntry.ts';
import { reportReferences } from './reportReferences.ts';

export const maxFileLength = 4_000_000;
export const maxServers = 1000;
const start: TextRange = { offset: 0, length: 0 };

/** Reads one file's text. Never throws: errors become problems with their range, and valid entries are kept. */
export function parseConfig(
  text: string,
  kind: ConfigKind,
  file: string,
  folder?: ConfigSource['folder'],
): ParsedConfig {
  const source: ConfigSource = { kind, file, ...(folder && { folder }) };
  return text.length > maxFileLength ? tooLarge(text, source) : new ConfigReader(text, source).read();
}

/** The line map is valid all the same, and the next change needs it. */
function tooLarge(text: string, source: ConfigSource): ParsedConfig {
  const lines = new LineIndex(text);
  const problems = new ProblemList(source.file, lines);
  problems.error(
    'too-large',
    l10n.t('This file is larger than {0} MB and is not read.', maxFileLength / 1_000_000),
    start,
  );
  return { source, servers: [], inputs: [], problems: problems.list, broken: true, root: undefined, lines };
}

class ConfigReader {
  readonly #text: string;
  readonly #source: ConfigSource;
  readonly #tree: JsonTree;
  readonly #problems: ProblemList;

  constructor(text: string, source: ConfigSource) {
    this.#text = text;
    this.#source = source;
    this.#tree = parseJsonTree(text);
    this.#problems = new ProblemList(source.file, new LineIndex(text));
  }

  read(): ParsedConfig {
    const { root } = this.#tree;
    if (this.#isOurs()) {
      for (const error of this.#tree.errors)
        this.#problems.error(error.tooDeep ? 'too-deep' : 'syntax', error.message, error);
    }
    const inputs = this.#inputs();
    const servers = this.#servers(inputs);
    const broken = this.#tree.errors.some(({ tooDeep }) => !tooDeep);
    const { list: problems, lines } = this.#problems;
    return { source: this.#source, servers, inputs, problems, broken, root, lines };
  }

  #isOurs(): boolean {
    const { shared, roots } = configFormats[this.#source.kind];
    return !shared || roots.some((path) => nodeAt(this.#tree.root, path) !== undefined);
  }

  #inputs(): readonly InputDeclaration[] {
    const path = configFormats[this.#source.kind].inputs;
    const node = path && (nodeAt(this.#tree.root, path) ?? nodeAt(this.#tree.root, ['mcp', 'inputs']));
    return parseInputs(node, this.#source.file, this.#problems);
  }

  #servers(inputs: readonly InputDeclaration[]): readonly ServerEntry[] {
    const candidates = findCandidates(this.#tree.root, this.#source.kind, this.#problems);
    if (candidates.length > maxServers)
      this.#problems.error('too-many', l10n.t('Only the first {0} servers are read.', maxServers), start);
    const last = new Map<string, Candidate>();
    for (const candidate of candidates.slice(0, maxServers)) {
      this.#reportTwice(last.get(candidate.name));
      last.delete(candidate.name);
      last.set(candidate.name, candidate);
    }
    const read = [...last.values()].flatMap((candidate) => {
      const entry = readEntry(candidate, { source: this.#source, inputs, ...this.#tree }, this.#problems);
      return entry ? [{ name: entry.name, body: candidate.body, entry }] : [];
    });
    reportReferences(this.#text, read, inputs, this.#problems);
    return read.map(({ entry }) => entry);
  }

  #reportTwice(earlier: Candidate | undefined): void {
    if (!earlier) return;
    const message = l10n.t('"{0}" is defined twice; the last one counts.', earlier.name);
    this.#problems.warn('duplicate-server', message, earlier.nameAt, earlier.name);
  }
}
