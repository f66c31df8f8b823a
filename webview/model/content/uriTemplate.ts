import { t } from '../../platform/l10n.ts';
/** RFC 6570, all four levels. A template comes from a server: what cannot be parsed is reported, never guessed. */
interface UriTemplate {
  readonly pieces: readonly Piece[];
  /** Each name once, in the order of first use. */
  readonly names: readonly string[];
  /** Those without which the URI would have a hole; a query or a fragment may be left out. */
  readonly required: readonly string[];
  readonly problem?: string;
}

type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'expression'; readonly rule: Rule; readonly fields: readonly Field[] };

interface Field {
  readonly name: string;
  readonly explode: boolean;
  readonly prefix?: number;
}

interface Rule {
  readonly first: string;
  readonly between: string;
  readonly named: boolean;
  /** What a named field without a value looks like: "x" or "x=". */
  readonly ifEmpty: string;
  readonly reserved: boolean;
}

const rules: Readonly<Record<string, Rule>> = {
  '': { first: '', between: ',', named: false, ifEmpty: '', reserved: false },
  '+': { first: '', between: ',', named: false, ifEmpty: '', reserved: true },
  '#': { first: '#', between: ',', named: false, ifEmpty: '', reserved: true },
  '.': { first: '.', between: '.', named: false, ifEmpty: '', reserved: false },
  '/': { first: '/', between: '/', named: false, ifEmpty: '', reserved: false },
  ';': { first: ';', between: ';', named: true, ifEmpty: '', reserved: false },
  '?': { first: '?', between: '&', named: true, ifEmpty: '=', reserved: false },
  '&': { first: '&', between: '&', named: true, ifEmpty: '=', reserved: false },
};

const optional: ReadonlySet<Rule> = new Set(['#', ';', '?', '&'].map((operator) => rules[operator]!));

const fieldPattern = /^((?:[\w.]|%[0-9A-Fa-f]{2})+)(\*|:[1-9]\d{0,3})?$/;

export function parseTemplate(text: string): UriTemplate {
  const pieces: Piece[] = [];
  let problem: string | undefined;
  for (const part of text.split(/(\{[^{}]*\})/)) {
    if (part === '') continue;
    if (!part.startsWith('{')) {
      if (/[{}]/.test(part)) problem ??= t('Unmatched brace in "{0}"', part);
      pieces.push({ kind: 'text', text: part });
      continue;
    }
    const piece = parseExpression(part.slice(1, -1));
    if (typeof piece === 'string') problem ??= piece;
    else pieces.push(piece);
  }
  const names = pieces.flatMap((piece) => (piece.kind === 'text' ? [] : piece.fields.map(({ name }) => name)));
  const needed = pieces.flatMap((piece) =>
    piece.kind === 'text' || optional.has(piece.rule) ? [] : piece.fields.map(({ name }) => name),
  );
  return {
    pieces,
    names: [...new Set(names)],
    required: [...new Set(needed)],
    ...(problem !== undefined && { problem }),
  };
}

function parseExpression(text: string): Piece | string {
  const operator = /^[+#./;?&]/.exec(text)?.[0] ?? '';
  const fields: Field[] = [];
  for (const each of text.slice(operator.length).split(',')) {
    const [, name, modifier] = fieldPattern.exec(each) ?? [];
    if (name === undefined) return t('"{0}" is not a valid URI template expression', `{${text}}`);
    const prefix = modifier?.startsWith(':') ? Number(modifier.slice(1)) : undefined;
    fields.push({ name, explode: modifier === '*', ...(prefix !== undefined && { prefix }) });
  }
  return { kind: 'expression', rule: rules[operator]!, fields };
}

export type TemplateValue = string | readonly string[];

/** A name without a value is omitted, as the RFC says; "" is a value. */
export function expandTemplate(
  { pieces }: UriTemplate,
  values: Readonly<Record<string, TemplateValue | undefined>>,
): string {
  return pieces
    .map((piece) => (piece.kind === 'text' ? encode(piece.text, true) : expand(piece.rule, piece.fields, values)))
    .join('');
}

function expand(
  rule: Rule,
  fields: readonly Field[],
  values: Readonly<Record<string, TemplateValue | undefined>>,
): string {
  const parts = fields.flatMap((field) => {
    const value = Object.hasOwn(values, field.name) ? values[field.name] : undefined;
    if (value === undefined || (Array.isArray(value) && value.length === 0)) return [];
    return expandField(rule, field, value);
  });
  return parts.length === 0 ? '' : rule.first + parts.join(rule.between);
}

function expandField(rule: Rule, { name, explode, prefix }: Field, value: TemplateValue): string[] {
  const named = (text: string): string => {
    if (!rule.named) return text;
    return text === '' ? `${name}${rule.ifEmpty}` : `${name}=${text}`;
  };
  if (typeof value === 'string') {
    const cut = prefix === undefined ? value : [...value].slice(0, prefix).join('');
    return [named(encode(cut, rule.reserved))];
  }
  const items = value.map((item) => encode(item, rule.reserved));
  return explode ? items.map(named) : [named(items.join(','))];
}

/** What the RFC leaves as it is; where reserved characters are allowed, so are encoded ones. */
function encode(text: string, reserved: boolean): string {
  const safe = reserved ? /%[0-9A-Fa-f]{2}|[\w\-.~:/?#[\]@!$&'()*+,;=]/y : /[\w\-.~]/y;
  let out = '';
  for (let at = 0; at < text.length;) {
    safe.lastIndex = at;
    const kept = safe.exec(text)?.[0];
    const next = kept ?? String.fromCodePoint(text.codePointAt(at)!);
    out += kept ?? encodeCharacter(next);
    at += next.length;
  }
  return out;
}

function encodeCharacter(character: string): string {
  const bytes = new TextEncoder().encode(character);
  return [...bytes].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
}
