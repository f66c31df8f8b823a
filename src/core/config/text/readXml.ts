export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
}

interface Open extends XmlElement {
  readonly children: XmlElement[];
}

const tag = /<(\/?)([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>/y;
const attribute = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
/** What is skipped, by how it begins and ends; the longer beginning first. */
const skipped = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<!', '>'],
  ['<?', '>'],
] as const;
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The elements of a document without their texts; `undefined` for what is not well formed. No DTD is read. */
export function readXml(text: string): XmlElement | undefined {
  const root: Open = { name: '', attributes: {}, children: [] };
  const open = [root];
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    const end = endOfSkipped(text, at);
    if (end === -1) return undefined;
    at = end ?? readTag(text, at, open);
    if (at < 0) return undefined;
  }
  return open.length === 1 ? root : undefined;
}

/** `undefined` where there is a tag, -1 where the end is missing. */
function endOfSkipped(text: string, at: number): number | undefined {
  const kind = skipped.find(([begin]) => text.startsWith(begin, at));
  if (!kind) return undefined;
  const end = text.indexOf(kind[1], at);
  return end < 0 ? -1 : end + kind[1].length;
}

/** The place after it, or -1 where it does not fit. */
function readTag(text: string, at: number, open: Open[]): number {
  tag.lastIndex = at;
  const [, closes, name = '', attributes = '', isEmpty] = tag.exec(text) ?? [];
  const parent = open.at(-1);
  if (name === '' || !parent) return -1;
  if (closes) return open.length > 1 && open.pop()?.name === name ? tag.lastIndex : -1;
  const element: Open = { name, attributes: readAttributes(attributes), children: [] };
  parent.children.push(element);
  const end = tag.lastIndex;
  if (!isEmpty) open.push(element);
  return end;
}

function readAttributes(text: string): Readonly<Record<string, string>> {
  const pairs = [...text.matchAll(attribute)].map(([, name = '', double, single = '']) => [name, double ?? single]);
  return Object.fromEntries(pairs.map(([name = '', value = '']) => [name, decode(value)]));
}

function decode(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (whole, decimal, hex, name: string) => {
    const code = decimal !== undefined ? Number(decimal) : hex !== undefined ? Number.parseInt(hex, 16) : undefined;
    if (code === undefined) return entities[name] ?? whole;
    return code <= 0x10_ffff ? String.fromCodePoint(code) : whole;
  });
}
