import type { JsonObject } from '../../../base/json.ts';
import { findCandidates, serverContainers } from '../parse/candidates.ts';
import { configFormats, rootKeys } from '../model/formats.ts';
import { type JsonNode, type ObjectNode, memberOf, nodeAt, parseJsonTree } from '../text/jsonTree.ts';
import type { ConfigKind, JsonPath } from '../model/model.ts';
import { ProblemList } from '../model/problems.ts';
import { LineIndex } from '../text/lineMap.ts';
import { type TextStyle, insertItem, insertMember, replaceNode } from '../text/textEdit.ts';

/** A file of valid JSON, and where its servers are. */
export class ConfigDocument {
  readonly text: string;
  readonly root: ObjectNode;
  readonly #kind: ConfigKind;

  constructor(text: string, root: ObjectNode, kind: ConfigKind) {
    this.text = text;
    this.root = root;
    this.#kind = kind;
  }

  /** Of several, the one that counts: the last. */
  find(name: string): JsonPath | undefined {
    return this.#places()
      .map((place) => this.#findUnder(place, name))
      .findLast((path) => path !== undefined);
  }

  /** The same file with another text, which must be valid too. */
  with(text: string): ConfigDocument {
    return new ConfigDocument(text, parseJsonTree(text).root as ObjectNode, this.#kind);
  }

  /** False if the new name means something else at its place, or hides other servers. */
  isReadBack(name: string, text: string): boolean {
    if (this.home.length === 0 && rootKeys.has(name)) return false;
    const after = this.with(text).#names();
    return [...this.#names(), name].every((each) => after.has(each));
  }

  #names(): ReadonlySet<string> {
    const problems = new ProblemList('', new LineIndex(this.text));
    return new Set(findCandidates(this.root, this.#kind, problems).map((candidate) => candidate.name));
  }

  /** Where a new server is inserted: beside the others, or where this client looks for them. */
  get home(): JsonPath {
    const { roots, bareMap } = configFormats[this.#kind];
    const existing = serverContainers(this.#kind).find((place) => isContainer(nodeAt(this.root, place)));
    if (existing) return existing;
    const isBare = bareMap && (this.#kind === 'mcprc' || this.root.members.some(({ key }) => !rootKeys.has(key)));
    return isBare ? [] : (roots[0] ?? []);
  }

  /** The new text, or `undefined` if a value on the path is not an object. */
  insert(name: string, body: JsonObject, style: TextStyle): string | undefined {
    const place = this.home;
    const text = openPlace(this.text, place, style);
    const target = text === undefined ? undefined : nodeAt(parseJsonTree(text).root, place);
    if (text === undefined || !target) return undefined;
    if (target.kind === 'array') return insertItem(text, target, { id: name, ...body }, style);
    return target.kind === 'object' ? insertMember(text, target, name, body, style) : undefined;
  }

  #places(): readonly JsonPath[] {
    const places = serverContainers(this.#kind);
    const bare = configFormats[this.#kind].bareMap && !places.some((place) => isContainer(nodeAt(this.root, place)));
    return bare ? [[]] : places;
  }

  #findUnder(place: JsonPath, name: string): JsonPath | undefined {
    const node = nodeAt(this.root, place);
    if (node?.kind === 'object') return memberOf(node, name)?.value ? [...place, name] : undefined;
    if (node?.kind !== 'array') return undefined;
    const at = node.items.findLastIndex((item) => listedName(item) === name);
    return at < 0 ? undefined : [...place, at];
  }
}

/** Creates the missing objects on the path. */
export function openPlace(text: string, place: JsonPath, style: TextStyle): string | undefined {
  let result = text;
  for (const [depth, step] of place.entries()) {
    const { root } = parseJsonTree(result);
    const node = nodeAt(root, place.slice(0, depth + 1));
    const parent = nodeAt(root, place.slice(0, depth));
    if (isContainer(node)) continue;
    if (parent?.kind !== 'object' || (node && node.kind !== 'null')) return undefined;
    result = node ? replaceNode(result, node, {}, style) : insertMember(result, parent, String(step), {}, style);
  }
  return result;
}

function isContainer(node: JsonNode | undefined): boolean {
  return node?.kind === 'object' || node?.kind === 'array';
}

export function listedName(node: JsonNode): string | undefined {
  const name = memberOf(node, 'id')?.value ?? memberOf(node, 'name')?.value;
  return name?.kind === 'string' ? String(name.value) : undefined;
}

/** Of duplicate keys the last counts, and an edit could not know which one is meant. */
export function duplicateKey(node: JsonNode): string | undefined {
  if (node.kind === 'array') return node.items.map(duplicateKey).find((key) => key !== undefined);
  if (node.kind !== 'object') return undefined;
  const seen = new Set<string>();
  for (const { key } of node.members) {
    if (seen.has(key)) return key;
    seen.add(key);
  }
  return node.members.map(({ value }) => value && duplicateKey(value)).find((key) => key !== undefined);
}
