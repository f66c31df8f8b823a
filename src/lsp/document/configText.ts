import { kindOfPath } from '../../core/config/model/kindOfPath.ts';
import { type JsonNode, type Member, type ObjectNode, memberOf, nodeAt } from '../../core/config/text/jsonTree.ts';
import type { ConfigKind, ConfigSource, JsonPath, ParsedConfig, ServerEntry } from '../../core/config/model/model.ts';
import { parseConfig } from '../../core/config/parse/parseConfig.ts';
import { rereadConfig } from '../../core/config/parse/rereadConfig.ts';
import type { Change } from '../../core/config/parse/offsetShift.ts';
import type { WorkspaceFolder } from '../../core/ports/ports.ts';

/** A server and the part of the tree that it was read from. */
export interface PlacedServer {
  readonly entry: ServerEntry;
  readonly body: ObjectNode;
}

/** One version of an open file, read once and asked often. */
export class ConfigText {
  readonly text: string;
  readonly languageId: string;
  readonly config: ParsedConfig;
  readonly servers: readonly PlacedServer[];

  constructor(text: string, languageId: string, config: ParsedConfig) {
    this.text = text;
    this.languageId = languageId;
    this.config = config;
    this.servers = placed(config);
  }

  static read(text: string, languageId: string, { kind, file, folder }: ConfigSource): ConfigText {
    return new ConfigText(text, languageId, parseConfig(text, kind, file, folder));
  }

  /** The next version, where only the server that has changed must be read. */
  after(change: Change, text: string): ConfigText | undefined {
    const config = rereadConfig(this, text, change);
    return config && new ConfigText(text, this.languageId, config);
  }

  get kind(): ConfigKind {
    return this.config.source.kind;
  }

  get file(): string {
    return this.config.source.file;
  }

  /** JSON with or without comments, as the editor sees it. */
  get isJson(): boolean {
    return this.languageId === 'json' || this.languageId === 'jsonc';
  }

  serverAt(offset: number): PlacedServer | undefined {
    return this.servers.find(
      ({ entry: { spans } }) => offset >= spans.entry.offset && offset <= spans.entry.offset + spans.entry.length,
    );
  }
}

/** Found by its offset: a walk down the path for each of many servers would be quadratic. */
function placed({ root, servers }: ParsedConfig): readonly PlacedServer[] {
  let parent: JsonPath | undefined;
  let bodies: ReadonlyMap<number, ObjectNode> = new Map();
  return servers.flatMap((entry) => {
    if (!parent || !isIn(parent, entry.path)) {
      parent = entry.path.slice(0, -1);
      bodies = bodiesIn(nodeAt(root, parent));
    }
    const body = bodies.get(entry.spans.body.offset);
    return body ? [{ entry, body }] : [];
  });
}

function isIn(parent: JsonPath, path: JsonPath): boolean {
  return path.length === parent.length + 1 && parent.every((step, at) => step === path[at]);
}

function bodiesIn(node: JsonNode | undefined): ReadonlyMap<number, ObjectNode> {
  const children: readonly (JsonNode | undefined)[] =
    node?.kind === 'object' ? node.members.map(({ value }) => value) : node?.kind === 'array' ? node.items : [];
  return new Map(children.flatMap((child) => (child?.kind === 'object' ? [[child.offset, child]] : [])));
}

/** The folder that holds the file decides what `${workspaceFolder}` means in it. */
export function sourceOf(file: string, folders: readonly WorkspaceFolder[]): ConfigSource | undefined {
  const kind = kindOfPath(file);
  if (!kind) return undefined;
  const slashed = file.replaceAll('\\', '/');
  const folder = folders
    .filter(({ path }) => slashed.startsWith(`${path.replaceAll('\\', '/').replace(/\/$/, '')}/`))
    .toSorted((a, b) => b.path.length - a.path.length)[0];
  return { kind, file, ...(folder && kind !== 'user' && { folder }) };
}

export function textMember(body: ObjectNode, ...keys: readonly string[]): TextMember | undefined {
  for (const key of keys) {
    const member = memberOf(body, key);
    if (member?.value?.kind === 'string') return { member, node: member.value, text: String(member.value.value) };
  }
  return undefined;
}

export interface TextMember {
  readonly member: Member;
  readonly node: JsonNode;
  readonly text: string;
}

/** The texts of a list, with their places; anything else in it is left out. */
export function textItems(
  body: ObjectNode,
  key: string,
): readonly { readonly node: JsonNode; readonly text: string }[] {
  const list = memberOf(body, key)?.value;
  if (list?.kind !== 'array') return [];
  return list.items.flatMap((node) => ('value' in node ? [{ node, text: String(node.value) }] : []));
}

/** The pairs of a map of texts, such as `env` or `headers`. */
export function textPairs(body: ObjectNode, key: string): readonly TextMember[] {
  const map = memberOf(body, key)?.value;
  if (map?.kind !== 'object') return [];
  return map.members.flatMap((member) =>
    member.value?.kind === 'string' ? [{ member, node: member.value, text: String(member.value.value) }] : [],
  );
}
