import { readFileSync } from 'node:fs';
import { seeded } from '../config/support.ts';

/** A text with generated parts, none of which may be left after redaction. */
export interface Planted {
  readonly what: string;
  readonly text: string;
  readonly secrets: readonly string[];
}

const alphabets: Readonly<Record<string, string>> = {
  lower: 'abcdefghijklmnopqrstuvwxyz',
  upper: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
  digit: '0123456789',
  hex: '0123456789abcdef',
  alnum: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
  word: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-',
  base: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
  any: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 !"#$%&\'()*+,-./:;<=>?@[]^_`{|}~\\',
  wide: 'äöüßéñçøλжя中文日本語한국',
};

export type Make = (alphabet: string, length: number) => string;

/** Generated, so that no scanner of this repository takes them for real ones. */
export function maker(seed: number): Make {
  const next = seeded(seed);
  return (alphabet, length) => {
    const letters = [...(alphabets[alphabet] ?? alphabet)];
    return Array.from({ length }, () => letters[Math.floor(next() * letters.length)]).join('');
  };
}

function recognizable(what: string, text: string, make: Make): Planted {
  const secrets: string[] = [];
  const filled = text.replaceAll(/\{(\w+):(\d+)\}/g, (_whole, alphabet: string, length: string) => {
    const secret = alphabet === 'alnum' ? `${make('alnum', Number(length) - 2)}a7` : make(alphabet, Number(length));
    secrets.push(secret);
    return secret;
  });
  return { what, text: filled.replaceAll('«', '{').replaceAll('»', '}'), secrets };
}

/** Secrets that nobody told the redactor: it knows them by their form or by what stands before them. */
export function recognizableSecrets(seed: number): readonly Planted[] {
  const file = new URL('../../fixtures/redaction/shapes.json', import.meta.url);
  const shapes = JSON.parse(readFileSync(file, 'utf8')) as readonly { what: string; text: string }[];
  const make = maker(seed);
  return shapes.map(({ what, text }) => recognizable(what, text, make));
}

/** Values that only their origin makes secret. */
export function learnedSecrets(seed: number): readonly string[] {
  const make = maker(seed);
  const some = (count: number, one: (at: number) => string): readonly string[] =>
    Array.from({ length: count }, (_, at) => one(at));
  return [
    ...some(20, (at) => make('alnum', 8 + at)),
    ...some(10, (at) => `${make('lower', 4 + (at % 5))} ${make('lower', 6)} ${make('lower', 5)}`),
    ...some(25, (at) => `${make('alnum', 2)}${make('any', 8 + at)}${make('alnum', 2)}`),
    ...some(10, (at) => `${make('wide', 4 + at)}${make('digit', 3)}`),
    ...some(10, (at) => make('digit', 6 + at)),
    ...some(10, (at) => `${make('lower', 4)}/${make('alnum', 6 + at)}+${make('alnum', 6)}=`),
    ...some(10, (at) => `${make('upper', 3)}-${make('hex', 8 + at)}`),
    ...some(5, () => `${make('alnum', 10)}\n${make('alnum', 20)}\t"${make('alnum', 20)}"`),
  ];
}

interface Encoding {
  readonly encode: (secret: string) => string;
  /** The text around it. */
  readonly wrap?: (encoded: string) => string;
}

const percent = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
const lowerPercent = (text: string): string => text.replaceAll(/%[0-9A-F]{2}/g, (each) => each.toLowerCase());
const html = (text: string, quote: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", quote);
const quoted = (text: string): string => JSON.stringify(text).slice(1, -1);
const ascii = (text: string): string =>
  quoted(text).replaceAll(/[^\x20-\x7e]/g, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`);
const inQuery = (encoded: string): string => `GET /x?q=${encoded}&b=1`;
const hexOf = (text: string): string => Buffer.from(text).toString('hex');

/** The letters of a base64 text that stand for the secret and nothing else. */
function inBase64(alphabet: 'base64' | 'base64url', before: string): (secret: string) => string {
  return (secret) => {
    const [start, end] = [Buffer.byteLength(before), Buffer.byteLength(before + secret)];
    const text = Buffer.from(`${before}${secret} etc`).toString(alphabet);
    return text.slice(Math.ceil((start * 8) / 6), Math.floor((end * 8) / 6));
  };
}

/** Where and how a value is met again. */
export const encodings: Readonly<Record<string, Encoding>> = {
  'as it is': { encode: (secret) => secret, wrap: (encoded) => `rejected: ${encoded} (401)` },
  'JSON text': { encode: quoted, wrap: (encoded) => `{"note":"the value ${encoded} is wrong"}` },
  'JSON in JSON': {
    encode: (secret) => quoted(quoted(secret)),
    wrap: (encoded) => `{"a":"{\\"b\\":\\"${encoded}\\"}"}`,
  },
  'JSON in ASCII': { encode: ascii, wrap: (encoded) => `{"note":"${encoded}"}` },
  'JSON with escaped slashes': { encode: (secret) => quoted(secret).replaceAll('/', '\\/') },
  'percent encoding': { encode: encodeURIComponent, wrap: inQuery },
  'strict percent encoding': { encode: percent, wrap: inQuery },
  'percent encoding in lower case': { encode: (secret) => lowerPercent(percent(secret)), wrap: inQuery },
  'form encoding': { encode: (secret) => new URLSearchParams({ a: secret }).toString().slice(2), wrap: inQuery },
  base64: { encode: inBase64('base64', ''), wrap: (encoded) => `data ${encoded}IG==` },
  'base64 of name and secret': { encode: inBase64('base64', 'user:'), wrap: (encoded) => `Basic dXNlcj${encoded}x` },
  'base64 of a longer text': {
    encode: inBase64('base64', '{"a":"'),
    wrap: (encoded) => `eyJhIjoi${encoded}IiwiYiI6MX0=`,
  },
  base64url: { encode: inBase64('base64url', 'x:'), wrap: (encoded) => `v1.${encoded}` },
  hex: { encode: hexOf, wrap: (encoded) => `0x3a${encoded}3a` },
  'hex in upper case': { encode: (secret) => hexOf(secret).toUpperCase() },
  HTML: { encode: (secret) => html(secret, '&#39;'), wrap: (encoded) => `<p>${encoded}</p>` },
  'HTML with hexadecimal quotes': {
    encode: (secret) => html(secret, '&#x27;'),
    wrap: (encoded) => `<p>${encoded}</p>`,
  },
  'a shell word': {
    encode: (secret) => secret.replaceAll("'", "'\\''"),
    wrap: (encoded) => `sh -c 'login ${encoded}'`,
  },
};
