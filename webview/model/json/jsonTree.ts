import { clip, isRecord } from '../../../src/base/json.ts';
import { escapePointer, unescapePointer } from '../../../src/base/schema/document/pointer.ts';
import type { Cut } from '../../../src/contract/rpc/trimmed.ts';
import { formatCount, t } from '../../platform/l10n.ts';

type JsonRowType = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null' | 'range' | 'more';

/** One visible line of a tree. */
export interface JsonRow {
  /** JSON pointer, followed by `#from` for a range of a long list. */
  readonly id: string;
  readonly depth: number;
  readonly key: string | undefined;
  readonly type: JsonRowType;
  /** The value as text, or a summary of a closed branch. */
  readonly text: string;
  readonly branch: boolean;
  readonly open: boolean;
  readonly value: unknown;
  /** The value was truncated: opening this row loads more of it. */
  readonly cut?: Cut;
}

/** Truncated values by the id of their row. */
export type Cuts = ReadonlyMap<string, Cut>;
const whole: Cuts = new Map();

/** Longer lists and objects are shown in ranges, so that opening one never creates a million rows. */
export const rangeSize = 500;
const maxTextLength = 2_000;

export function flatten(value: unknown, open: ReadonlySet<string>, cuts: Cuts = whole): JsonRow[] {
  const rows: JsonRow[] = [];
  walk({ id: '', key: undefined, value, depth: 0 }, { open, cuts, rows });
  return rows;
}

interface Walk {
  readonly open: ReadonlySet<string>;
  readonly cuts: Cuts;
  readonly rows: JsonRow[];
}

interface TreeNode {
  readonly id: string;
  readonly key: string | undefined;
  readonly value: unknown;
  readonly depth: number;
}

function walk(node: TreeNode, walking: Walk): void {
  const { open, cuts, rows } = walking;
  const cut = cuts.get(node.id);
  const branch = isBranch(node.value) || (cut !== undefined && cut.kind !== 'text');
  const isOpen = branch && open.has(node.id);
  const text = cut && cut.kind !== 'text' ? cutText(cut) : describe(node.value, isOpen);
  rows.push({ ...node, type: typeOf(node.value), text, branch, open: isOpen });
  if (cut?.kind === 'text' || (cut && isOpen && cut.shown === 0)) rows.push(moreRow(node, cut));
  if (!isOpen || cut?.shown === 0) return;
  const count = sizeOf(node.value);
  if (count > rangeSize) walkRanges(node, count, walking);
  else for (const child of childrenOf(node, 0, count)) walk(child, walking);
  if (cut && cut.kind !== 'text') rows.push(moreRow(node, cut));
}

function cutText({ kind, size }: Cut): string {
  return kind === 'list' ? `[${size}]` : `{${formatCount(size)}}`;
}

function moreRow({ id, depth }: TreeNode, cut: Cut): JsonRow {
  const left = formatCount(cut.size - cut.shown);
  const text = cut.kind === 'text' ? t('… {0} more characters', left) : t('… {0} more', left);
  return {
    id: `${id}#more`,
    depth: depth + 1,
    key: undefined,
    type: 'more',
    text,
    branch: true,
    open: false,
    value: undefined,
    cut,
  };
}

function walkRanges(node: TreeNode, count: number, walking: Walk): void {
  const { open, rows } = walking;
  for (let from = 0; from < count; from += rangeSize) {
    const end = Math.min(count, from + rangeSize);
    const id = `${node.id}#${from}`;
    const isOpen = open.has(id);
    const key = `${from} … ${end - 1}`;
    rows.push({
      id,
      key,
      depth: node.depth + 1,
      type: 'range',
      text: '',
      branch: true,
      open: isOpen,
      value: undefined,
    });
    if (isOpen) for (const child of childrenOf({ ...node, depth: node.depth + 1 }, from, end)) walk(child, walking);
  }
}

function childrenOf({ id, value, depth }: TreeNode, from: number, end: number): TreeNode[] {
  if (Array.isArray(value)) {
    return value.slice(from, end).map((item, at) => child(id, String(from + at), item as unknown, depth));
  }
  return Object.entries(value as object)
    .slice(from, end)
    .map(([key, item]) => child(id, key, item as unknown, depth));
}

function child(parent: string, key: string, value: unknown, depth: number): TreeNode {
  return { id: `${parent}/${escapePointer(key)}`, key, value, depth: depth + 1 };
}

function isBranch(value: unknown): boolean {
  return (Array.isArray(value) || isRecord(value)) && sizeOf(value) > 0;
}

function sizeOf(value: unknown): number {
  return Array.isArray(value) ? value.length : Object.keys(value as object).length;
}

function typeOf(value: unknown): JsonRowType {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'array';
  const type = typeof value;
  return type === 'string' || type === 'number' || type === 'boolean' ? type : 'object';
}

/** A closed branch shows what is in it; an open one only how much, because the rest is below. */
function describe(value: unknown, isOpen: boolean): string {
  if (typeof value === 'string')
    return JSON.stringify(value.length > maxTextLength ? `${value.slice(0, maxTextLength)}…` : value);
  if (!Array.isArray(value) && !isRecord(value)) return String(value);
  const size = sizeOf(value);
  if (isOpen || size === 0) return Array.isArray(value) ? `[${size || ''}]` : `{${size || ''}}`;
  return Array.isArray(value) ? `[${size}] ${previewItems(value)}` : `{${previewItems(value)}}`;
}

const previewed = 5;
const maxPreviewLength = 24;

function previewItems(value: object): string {
  const isList = Array.isArray(value);
  const shown = firstEntries(value).map(([key, item]) => (isList ? '' : `${key}: `) + previewItem(item));
  return shown.join(', ') + (sizeOf(value) > previewed ? ', …' : '');
}

function firstEntries(value: object): [string, unknown][] {
  return Object.entries(Array.isArray(value) ? value.slice(0, previewed) : value).slice(0, previewed);
}

function previewItem(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(clip(value, maxPreviewLength));
  if (Array.isArray(value)) return `[${value.length}]`;
  return isRecord(value) ? '{…}' : String(value);
}

export function hasMoreThan(value: unknown, rows: number): boolean {
  let left = rows;
  for (const _ of findIn(value, '')) if (left-- === 0) return true;
  return false;
}

/** Which branches are open at first: from the top down, as long as the result stays readable. */
export function initiallyOpen(value: unknown, maxRows = 40): Set<string> {
  const open = new Set<string>();
  let rows = 1;
  let level: TreeNode[] = [{ id: '', key: undefined, value, depth: 0 }];
  while (level.length > 0) {
    const next: TreeNode[] = [];
    for (const node of level) {
      if (!isBranch(node.value)) continue;
      const count = sizeOf(node.value);
      if (node.id !== '' && rows + count > maxRows) continue;
      open.add(node.id);
      rows += count;
      if (count <= rangeSize) next.push(...childrenOf(node, 0, count));
    }
    level = next;
  }
  return open;
}

/** The ids that must be open for `id` to be visible. */
export function ancestors(id: string, value: unknown): string[] {
  const parts = id.split('/').slice(1);
  const path: string[] = [''];
  let at = '';
  let here = value;
  for (const part of parts) {
    const range = rangeAround(here, part);
    if (range !== undefined) path.push(`${at}#${range}`);
    here = step(here, part);
    at = `${at}/${part}`;
    path.push(at);
  }
  return path.slice(0, -1).concat(parts.length === 0 ? [''] : []);
}

function rangeAround(value: unknown, part: string): number | undefined {
  if (!isBranch(value) || sizeOf(value) <= rangeSize) return undefined;
  const index = Array.isArray(value) ? Number(part) : Object.keys(value as object).indexOf(unescapePointer(part));
  return Math.floor(index / rangeSize) * rangeSize;
}

function step(value: unknown, part: string): unknown {
  const key = unescapePointer(part);
  return Array.isArray(value) ? (value[Number(key)] as unknown) : isRecord(value) ? value[key] : undefined;
}

/**
 * Yields the id of every node whose key or value contains the text; a generator, so that a huge value can be searched
 * in slices.
 */
export function* findIn(value: unknown, query: string): Generator<string | undefined> {
  const needle = query.toLowerCase();
  const stack: Iterator<TreeNode>[] = [[{ id: '', key: undefined, value, depth: 0 }].values()];
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const { done, value: node } = top.next();
    if (done === true) {
      stack.pop();
      continue;
    }
    yield matches(node, needle) ? node.id : undefined;
    if (isBranch(node.value)) stack.push(eachChild(node));
  }
}

/** One after the other: a list of any length is never walked in one go. */
function* eachChild({ id, value, depth }: TreeNode): Generator<TreeNode, undefined> {
  const keys = Array.isArray(value) ? value.keys() : Object.keys(value as object);
  for (const key of keys) yield child(id, String(key), (value as Record<string | number, unknown>)[key], depth);
}

function matches({ key, value }: TreeNode, needle: string): boolean {
  if (key !== undefined && key.toLowerCase().includes(needle)) return true;
  if (typeof value === 'string') return value.toLowerCase().includes(needle);
  return (typeof value !== 'object' || value === null) && String(value).includes(needle);
}
