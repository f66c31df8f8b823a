import { l10n } from '../../base/l10n.ts';
import type { ServerPrompt } from '../mcpServer/prompt.ts';
import type { ServerTool, RunTool } from '../mcpServer/tool.ts';
import { mayAsk } from './callService.ts';
import { buildPrompts } from './manifestPrompts.ts';
import type { DeclaredTool, FileFlaw, Flaw, Manifest, ManifestPath } from './read/model.ts';

interface ToolDeclaration {
  readonly file: string;
  readonly path: ManifestPath;
}

interface ToolRow extends ToolDeclaration {
  readonly declared: DeclaredTool;
  readonly tool: ServerTool;
}

/** The callable tools and their origins, by name and in the order of the names. */
export interface ToolTable {
  readonly rows: ReadonlyMap<string, ToolRow>;
  readonly tools: readonly ServerTool[];
  readonly prompts: readonly ServerPrompt[];
  readonly flaws: readonly FileFlaw[];
}

export const emptyTable: ToolTable = { rows: new Map(), tools: [], prompts: [], flaws: [] };

export interface TableRules {
  readonly prefix: string;
  /** Names of the server's own tools: a manifest cannot take their place. */
  readonly reserved: ReadonlySet<string>;
  /** `name` is what clients call it. */
  runnerOf(tool: DeclaredTool, name: string): RunTool;
}

interface Offer extends ToolDeclaration {
  readonly name: string;
  readonly declared: DeclaredTool;
}

const maxNameLength = 128;

/** An unchanged tool stays the same object as in `previous`, so that what was compiled and loaded for it is reused. */
export function buildTable(manifests: readonly Manifest[], rules: TableRules, previous: ToolTable): ToolTable {
  const flaws: FileFlaw[] = [];
  const offers = [...groupByName(manifests, rules.prefix).values()].flatMap((same) => accept(same, rules, flaws) ?? []);
  const rows = new Map<string, ToolRow>();
  for (const offer of offers.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const { name, declared, file, path } = offer;
    rows.set(name, { declared, file, path, tool: toolOf(offer, rules, previous.rows.get(name)) });
  }
  warnOfConfusables([...rows], flaws);
  const prompts = buildPrompts(manifests, rules.prefix, previous.prompts, flaws);
  return { rows, tools: Array.from(rows.values(), ({ tool }) => tool), prompts, flaws };
}

function groupByName(manifests: readonly Manifest[], prefix: string): Map<string, Offer[]> {
  const byName = new Map<string, Offer[]>();
  for (const { file, tools } of manifests) {
    for (const declared of tools) {
      const name = prefix + declared.name;
      const offer = { name, declared, file, path: [...declared.path, 'name'] };
      const same = byName.get(name);
      if (same) same.push(offer);
      else byName.set(name, [offer]);
    }
  }
  return byName;
}

/** Of two tools with the same name none is offered: a call might reach the wrong one. */
function accept(same: readonly Offer[], { reserved }: TableRules, flaws: FileFlaw[]): Offer | undefined {
  const [offer] = same;
  if (!offer) return undefined;
  const refuse = (at: Offer, code: Flaw['code'], message: string): void =>
    void flaws.push({ file: at.file, path: at.path, code, severity: 'error', message });
  if (same.length > 1) {
    for (const each of same) refuse(each, 'duplicate', duplicateText(each, same));
    return undefined;
  }
  if (reserved.has(offer.name)) {
    refuse(
      offer,
      'duplicate',
      l10n.t('The name "{0}" is reserved for a tool of the server itself; this tool is ignored.', offer.name),
    );
    return undefined;
  }
  if (offer.name.length > maxNameLength) {
    refuse(
      offer,
      'name',
      l10n.t('With its prefix the name has {0} characters; up to {1} are allowed.', offer.name.length, maxNameLength),
    );
    return undefined;
  }
  return offer;
}

function duplicateText(offer: Offer, same: readonly Offer[]): string {
  const others = same
    .filter((other) => other !== offer)
    .map(({ file }) => (file === offer.file ? 'this file again' : file));
  return l10n.t(
    'The tool "{0}" in {1} is ignored, because {2} declares it too.',
    offer.name,
    offer.file,
    [...new Set(others)].join(', '),
  );
}

function toolOf({ name, declared }: Offer, rules: TableRules, before: ToolRow | undefined): ServerTool {
  if (before && isSame(before.declared, declared)) return before.tool;
  const { title, description, inputSchema, outputSchema, annotations } = declared;
  return {
    name,
    description,
    inputSchema,
    ...(title !== undefined && { title }),
    ...(outputSchema && { outputSchema }),
    ...(annotations && { annotations }),
    plain: !mayAsk(declared),
    profiles: ['tairseach'],
    load: async () => rules.runnerOf(declared, name),
  };
}

function isSame(a: DeclaredTool, b: DeclaredTool): boolean {
  return a === b || JSON.stringify({ ...a, path: [] }) === JSON.stringify({ ...b, path: [] });
}

/** Clients write names with fewer characters than the protocol allows; such names then become one. */
function warnOfConfusables(rows: readonly (readonly [string, ToolRow])[], flaws: FileFlaw[]): void {
  const seen = new Map<string, string>();
  for (const [name, { file, path }] of rows) {
    const plain = name.toLowerCase().replaceAll(/[.-]/g, '_');
    const other = seen.get(plain);
    if (other === undefined) seen.set(plain, name);
    else
      flaws.push({
        file,
        path,
        code: 'confusable',
        severity: 'warning',
        message: l10n.t('"{0}" and "{1}" look alike, and some clients cannot tell them apart.', name, other),
      });
  }
}
