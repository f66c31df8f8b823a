import { skeleton } from '../../config/text/confusables.ts';

const maxLength = 200_000;
const maxDecoded = 8;

/**
 * The texts that a model may read in a text, each in lower case: without combining marks and look-alike letters, on
 * one line, with split words joined, and with what is encoded in it. Rules are written for plain words only.
 */
export function readings(text: string): readonly string[] {
  const plain = lower(text.slice(0, maxLength));
  const found = new Set([plain, onOneLine(plain)]);
  const folded = foldedOf(plain);
  found.add(onOneLine(folded));
  for (const each of [joined(folded), withoutHyphens(folded), fromDigits(folded)])
    if (each !== undefined) found.add(each);
  for (const each of decoded(text.slice(0, maxLength))) found.add(onOneLine(foldedOf(lower(each))));
  return [...found];
}

/** Twice, because a letter in lower case may be written in parts. */
function lower(text: string): string {
  return text.normalize('NFKC').toLowerCase().normalize('NFKC');
}

function onOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

/** A line break stays between words: for names, which skeletons are made for, it is an invisible character. */
function foldedOf(plain: string): string {
  return isAscii(plain) ? plain : lower(skeleton(plain.replaceAll(/\s/g, ' ')));
}

/** Whether only the plain text itself is worth a look: so it is for nearly all. */
export function isPlain(text: string): boolean {
  return !unusual.test(text);
}

const unusual =
  /[^\x20-\x7e\n]|[\w+/]{20}|%[0-9a-f]{2}|&#|\\[ux]|rot.?13|[a-z]-[a-z]{1,12}-?[a-z]|(?:\b[a-z][ ._*-]{1,3}){5}|[a-z][0134578@$][a-z]|[0134578@$][a-z]|\n/i;

function isAscii(text: string): boolean {
  return !/[^\x20-\x7e\s]/.test(text);
}

/** `i g n o r e`: wider gaps stand between words. */
function joined(text: string): string | undefined {
  if (!/(?:\b[a-z][ ._*-]{1,3}){5}/.test(text)) return undefined;
  const words = text.replaceAll(/(?<=\b[a-z])[._*-](?=[a-z]\b)/g, '');
  return words.replaceAll(/(?<=\b[a-z]) (?=[a-z]\b)/g, '').replaceAll(/\s+/g, ' ');
}

function withoutHyphens(text: string): string | undefined {
  return /[a-z]-[a-z]/.test(text) ? text.replaceAll(/(?<=[a-z])-(?=[a-z])/g, '') : undefined;
}

const letters: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
};

function fromDigits(text: string): string | undefined {
  if (!/[a-z][0134578@$]|[0134578@$][a-z]/.test(text)) return undefined;
  return text.replaceAll(/[\w@$]{2,}/g, (word) =>
    /[a-z]/.test(word) ? word.replaceAll(/[0134578@$]/g, (digit) => letters[digit] ?? digit) : word,
  );
}

function decoded(text: string): readonly string[] {
  const found: string[] = [];
  const add = (each: string): void => {
    if (found.length < maxDecoded && isProse(each)) found.push(each);
  };
  for (const [run] of text.matchAll(/[A-Za-z0-9+/]{20,}={0,2}/g)) add(Buffer.from(run, 'base64').toString('latin1'));
  for (const [, run = ''] of text.matchAll(/(?<![0-9a-z])(?:0x)?((?:[0-9a-f]{2}){10,})/gi))
    add(Buffer.from(run, 'hex').toString('latin1'));
  // The rest of the text may be of any script.
  if (/%[0-9a-f]{2}|&#|\\[ux]/i.test(text)) found.push(text.replaceAll(escapes, unescaped));
  if (/rot.?13/i.test(text)) found.push(text.replaceAll(/[a-z]/gi, rotated));
  return found;
}

const escapes = /%([0-9a-f]{2})|&#(?:x([0-9a-f]{1,6})|(\d{1,7}));|\\(?:u([0-9a-f]{4})|x([0-9a-f]{2}))/gi;

function unescaped(whole: string, ...codes: readonly (string | undefined)[]): string {
  const [percent, hex, decimal, unicode, byte] = codes;
  const code = decimal === undefined ? Number.parseInt(percent ?? hex ?? unicode ?? byte ?? '', 16) : Number(decimal);
  return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
}

function rotated(letter: string): string {
  const base = letter <= 'Z' ? 65 : 97;
  return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
}

/** What was no encoded text decodes to noise. */
function isProse(text: string): boolean {
  return text.length >= 12 && /^[\x20-\x7e\s]+$/.test(text) && / /.test(text);
}
