/** A subset of Markdown, as data. Anything else stays plain text. */
export type Inline =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'em' | 'del'; readonly children: readonly Inline[] }
  | { readonly kind: 'link' | 'image'; readonly url: string; readonly children: readonly Inline[] };

export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly children: readonly Inline[] }
  | { readonly kind: 'paragraph'; readonly children: readonly Inline[] }
  | { readonly kind: 'code'; readonly text: string; readonly language: string }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly (readonly Block[])[] }
  | { readonly kind: 'table'; readonly head: readonly Cell[]; readonly rows: readonly (readonly Cell[])[] }
  | { readonly kind: 'rule' };

type Cell = readonly Inline[];

const maxDepth = 12;

export function parseMarkdown(text: string): readonly Block[] {
  return parseBlocks(text.replaceAll('\r\n', '\n').split('\n'), 0);
}

const fence = /^ {0,3}(`{3,}|~{3,})\s*([\w+-]*)/;
const bullet = /^( {0,3})([-*+]|\d{1,9}[.)])(\s+)(?=\S)/;
const rule = /^ {0,3}([-*_])(?:\s*\1){2,}\s*$/;
const heading = /^ {0,3}(#{1,6})\s/;

function parseBlocks(lines: readonly string[], depth: number): readonly Block[] {
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length;) {
    const { block, end } = readBlock(lines, at, depth);
    if (block) blocks.push(block);
    at = Math.max(end, at + 1);
  }
  return blocks;
}

interface Read {
  readonly block?: Block;
  readonly end: number;
}

function readBlock(lines: readonly string[], at: number, depth: number): Read {
  const line = lines[at] ?? '';
  if (line.trim() === '') return { end: at + 1 };
  if (fence.test(line)) return readFence(lines, at);
  const title = heading.exec(line);
  if (title) return { block: readHeading(title[1]!.length, line.slice(title[0].length)), end: at + 1 };
  if (rule.test(line)) return { block: { kind: 'rule' }, end: at + 1 };
  if (depth < maxDepth && /^ {0,3}>/.test(line)) return readQuote(lines, at, depth);
  if (depth < maxDepth && bullet.test(line)) return readList(lines, at, depth);
  if (line.includes('|') && isDelimiter(lines[at + 1] ?? '')) return readTable(lines, at);
  return readParagraph(lines, at);
}

/** Closing marks count only behind a space: "# C#" keeps its own. Trimmed by hand: one pattern for it is not linear. */
function readHeading(level: number, rest: string): Block {
  const text = rest.trim();
  let end = text.length;
  while (text[end - 1] === '#') end--;
  const isClosed = end < text.length && (end === 0 || /\s/.test(text[end - 1]!));
  return { kind: 'heading', level, children: inline(isClosed ? text.slice(0, end).trimEnd() : text) };
}

/** The line under a table's head, such as `|---|:-:|`. */
function isDelimiter(line: string): boolean {
  return withoutOuterBars(line)
    .split('|')
    .every((cell) => /^:?-+:?$/.test(cell.trim()));
}

function withoutOuterBars(line: string): string {
  return line.trim().replace(/^\|/, '').replace(/\|$/, '');
}

function readFence(lines: readonly string[], at: number): Read {
  const [, mark = '```', language = ''] = fence.exec(lines[at] ?? '') ?? [];
  let end = at + 1;
  while (end < lines.length && !lines[end]!.trimStart().startsWith(mark)) end++;
  return { block: { kind: 'code', text: lines.slice(at + 1, end).join('\n'), language }, end: end + 1 };
}

function readQuote(lines: readonly string[], at: number, depth: number): Read {
  let end = at;
  while (end < lines.length && /^ {0,3}>/.test(lines[end]!)) end++;
  const inner = lines.slice(at, end).map((line) => line.replace(/^ {0,3}> ?/, ''));
  return { block: { kind: 'quote', blocks: parseBlocks(inner, depth + 1) }, end };
}

/** An item continues as long as lines are indented under it. */
function readList(lines: readonly string[], at: number, depth: number): Read {
  const [, indent = '', sign = ''] = bullet.exec(lines[at] ?? '') ?? [];
  const ordered = /\d/.test(sign);
  const items: string[][] = [];
  let end = at;
  for (; end < lines.length; end++) {
    const line = lines[end]!;
    const start = bullet.exec(line);
    const isItem = start && start[1]!.length < indent.length + 2 && /\d/.test(start[2]!) === ordered;
    if (isItem) items.push([line.slice(start[0].length)]);
    else if (/^\s{2,}\S/.test(line)) items.at(-1)!.push(line.replace(/^(\t| {1,4})/, ''));
    else if (line.trim() === '' && /^(\s{2,}\S)/.test(lines[end + 1] ?? '')) items.at(-1)!.push('');
    else if (line.trim() === '' && bullet.test(lines[end + 1] ?? '')) continue;
    else break;
  }
  return { block: { kind: 'list', ordered, items: items.map((item) => parseBlocks(item, depth + 1)) }, end };
}

function readTable(lines: readonly string[], at: number): Read {
  let end = at + 2;
  while (end < lines.length && lines[end]!.includes('|')) end++;
  const rows = lines.slice(at + 2, end).map(cells);
  return { block: { kind: 'table', head: cells(lines[at]!), rows }, end };
}

function cells(line: string): readonly Cell[] {
  return withoutOuterBars(line)
    .split(/(?<!\\)\|/)
    .map((cell) => inline(cell.trim().replaceAll('\\|', '|')));
}

function readParagraph(lines: readonly string[], at: number): Read {
  let end = at + 1;
  while (end < lines.length && !startsBlock(lines[end]!)) end++;
  return { block: { kind: 'paragraph', children: inline(lines.slice(at, end).join('\n')) }, end };
}

function startsBlock(line: string): boolean {
  return line.trim() === '' || [fence, heading, rule, bullet, /^ {0,3}>/].some((start) => start.test(line));
}

/** Bounded and without nested repetition: the text comes from a server, and matching must stay fast. */
const pieces =
  /(?<code>`[^`\n]{1,2000}`)|(?<image>!\[[^[\]\n]{0,500}\]\([^()\s]{1,2000}\))|(?<link>\[[^[\]\n]{1,500}\]\([^()\s]{1,2000}\))|(?<auto><https?:[^<>\s]{1,2000}>)|(?<strong>\*\*[^*]{1,2000}\*\*|__[^_\n]{1,2000}__)|(?<del>~~[^~\n]{1,2000}~~)|(?<em>\*[^*\n]{1,2000}\*|\b_[^_\n]{1,2000}_\b)|\\(?<escaped>[\\`*_{}[\]()#+.!|<>~-])/g;

function inline(text: string, depth = 0): readonly Inline[] {
  const found: Inline[] = [];
  let last = 0;
  for (const match of depth > maxDepth ? [] : text.matchAll(pieces)) {
    if (match.index > last) found.push({ kind: 'text', text: text.slice(last, match.index) });
    found.push(toInline(match[0], match.groups ?? {}, depth));
    last = match.index + match[0].length;
  }
  if (last < text.length) found.push({ kind: 'text', text: text.slice(last) });
  return found;
}

function toInline(whole: string, groups: Readonly<Record<string, string | undefined>>, depth: number): Inline {
  if (groups['escaped'] !== undefined) return { kind: 'text', text: groups['escaped'] };
  if (groups['code'] !== undefined) return { kind: 'code', text: whole.slice(1, -1) };
  if (groups['auto'] !== undefined) return linkTo('link', whole.slice(1, -1), whole.slice(1, -1), depth);
  const [, label = '', url = ''] = /^!?\[([^\]]*)\]\(([^)]+)\)$/.exec(whole) ?? [];
  if (groups['image'] !== undefined) return linkTo('image', url, label, depth);
  if (groups['link'] !== undefined) return linkTo('link', url, label, depth);
  if (groups['strong'] !== undefined) return { kind: 'strong', children: inline(whole.slice(2, -2), depth + 1) };
  if (groups['del'] !== undefined) return { kind: 'del', children: inline(whole.slice(2, -2), depth + 1) };
  return { kind: 'em', children: inline(whole.slice(1, -1), depth + 1) };
}

function linkTo(kind: 'link' | 'image', url: string, label: string, depth: number): Inline {
  return { kind, url, children: inline(label, depth + 1) };
}

export function looksLikeMarkdown(text: string): boolean {
  return /^(#{1,6} |```|[-*] |\d+\. |> |\|.*\|)|\*\*[^*\n]+\*\*|\[[^\]\n]+\]\([^)\n]+\)/m.test(text.slice(0, 20_000));
}
